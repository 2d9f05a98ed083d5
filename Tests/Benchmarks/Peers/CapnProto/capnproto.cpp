// Cap'n Proto's RPC in C++ over a Unix socket: one thread and one KJ event loop on each end.
//
// rtt64, big1m   a call, and its promise waited for
// pipe64         256 promises, each of which makes the next call
// conc64         64 connections on one loop, on both ends
// stream         the caller hands over a capability; the server makes a streaming call of it for each output
// fan            the handler makes three calls at once, and joins their promises
#include <algorithm>
#include <string>
#include <vector>

#include <unistd.h>

#include <capnp/rpc-twoparty.h>
#include <kj/async-io.h>

#include "echo.capnp.h"
#include "measure.h"

namespace {

kj::String address_of(const std::string &path) { return kj::str("unix:", path.c_str()); }

// A connection, with the echo at its other end.
struct Connection {
    Connection(kj::AsyncIoContext &io, const std::string &path)
        : stream(io.provider->getNetwork().parseAddress(address_of(path)).wait(io.waitScope)->connect().wait(io.waitScope)),
          client(*stream), echo(client.bootstrap().castAs<bench::Echo>()) {}

    kj::Own<kj::AsyncIoStream> stream;
    capnp::TwoPartyClient client;
    bench::Echo::Client echo;
};

using Connections = std::vector<kj::Own<Connection>>;

// Serving

// Outputs that go to a caller, one streaming call after the other.
struct Pouring {
    Pouring(bench::Outputs::Client outputs, uint64_t count) : outputs(outputs), left(count), bytes(numbered_bytes(SMALL)) {}
    ~Pouring() { free(bytes); }
    KJ_DISALLOW_COPY(Pouring);

    kj::Promise<void> next() {
        if (left == 0) return kj::READY_NOW;
        left--;
        number_bytes(bytes, number++);
        auto request = outputs.takeRequest();
        request.setBytes(kj::arrayPtr(bytes, SMALL));
        return request.send().then([this] { return next(); });
    }

    bench::Outputs::Client outputs;
    uint64_t left, number = 0;
    uint8_t *bytes;
};

class Service final : public bench::Echo::Server {
public:
    explicit Service(Connections &neighbours) : neighbours(neighbours) {}

    kj::Promise<void> call(CallContext context) override {
        context.getResults().setBytes(context.getParams().getBytes());
        return kj::READY_NOW;
    }

    kj::Promise<void> pour(PourContext context) override {
        auto pouring = kj::heap<Pouring>(context.getParams().getOutputs(), context.getParams().getCount());
        auto promise = pouring->next();
        return promise.attach(kj::mv(pouring));
    }

    kj::Promise<void> fan(FanContext context) override {
        auto promises = kj::heapArrayBuilder<kj::Promise<capnp::Response<bench::Echo::CallResults>>>(neighbours.size());
        for (auto &neighbour : neighbours) {
            auto request = neighbour->echo.callRequest();
            request.setBytes(context.getParams().getBytes());
            promises.add(request.send());
        }
        return kj::joinPromises(promises.finish()).then([context](auto responses) mutable {
            auto all = context.getResults().initBytes(SMALL * responses.size());
            for (size_t index = 0; index < responses.size(); index++) {
                auto part = responses[index].getBytes();
                memcpy(all.begin() + index * SMALL, part.begin(), std::min<size_t>(part.size(), SMALL));
            }
        });
    }

private:
    Connections &neighbours;
};

int serve(const char *path, char **paths) {
    auto io = kj::setupAsyncIo();
    Connections neighbours;
    for (int index = 0; paths != nullptr && index < FANNED; index++) neighbours.push_back(kj::heap<Connection>(io, paths[index]));
    unlink(path);
    auto listener = io.provider->getNetwork().parseAddress(address_of(path)).wait(io.waitScope)->listen();
    capnp::TwoPartyServer server(kj::heap<Service>(neighbours));
    server.listen(*listener).wait(io.waitScope);
    return 0;
}

// Measuring

struct Opened {
    kj::AsyncIoContext io = kj::setupAsyncIo();
    Connections connections;
};

int supports(enum mode mode) { return mode < MODES; }

void *open_client(const workload *workload) {
    auto opened = new Opened();
    for (size_t index = 0; index < workload->connections; index++) {
        opened->connections.push_back(kj::heap<Connection>(opened->io, workload->path));
    }
    return opened;
}

void record(const workload *workload, run *run, uint64_t time, const uint8_t *request, capnp::Data::Reader reply) {
    run_record(run, time, reply.size(), is_echoed(workload, request, reply.begin(), reply.size()));
}

void call_in_turn(Opened &opened, const workload *workload, run *run) {
    auto &echo = opened.connections[0]->echo;
    uint8_t *bytes = numbered_bytes(workload->bytes);
    uint64_t number, start = now();
    while (run_next(run, start, &number)) {
        number_bytes(bytes, number);
        uint64_t end;
        if (workload->mode == FAN) {
            auto request = echo.fanRequest();
            request.setBytes(kj::arrayPtr(bytes, workload->bytes));
            auto response = request.send().wait(opened.io.waitScope);
            end = now();
            record(workload, run, end - start, bytes, response.getBytes());
        } else {
            auto request = echo.callRequest();
            request.setBytes(kj::arrayPtr(bytes, workload->bytes));
            auto response = request.send().wait(opened.io.waitScope);
            end = now();
            record(workload, run, end - start, bytes, response.getBytes());
        }
        start = end;
    }
    free(bytes);
}

// A place in the window of a connection: one call at a time.
struct Lane {
    Lane(bench::Echo::Client echo, const workload *workload, run *run)
        : echo(echo), workload(workload), whole(run), bytes(numbered_bytes(workload->bytes)) {}
    ~Lane() { free(bytes); }
    KJ_DISALLOW_COPY(Lane);

    kj::Promise<void> next(uint64_t start) {
        uint64_t number;
        if (!run_next(whole, start, &number)) return kj::READY_NOW;
        number_bytes(bytes, number);
        auto request = echo.callRequest();
        request.setBytes(kj::arrayPtr(bytes, SMALL));
        return request.send().then([this, start](auto response) {
            uint64_t end = now();
            record(workload, whole, end - start, bytes, response.getBytes());
            return next(end);
        });
    }

    bench::Echo::Client echo;
    const struct workload *workload;
    run *whole;
    uint8_t *bytes;
};

void call_at_once(Opened &opened, size_t window, const workload *workload, run *run) {
    std::vector<kj::Own<Lane>> lanes;
    kj::Vector<kj::Promise<void>> promises;
    uint64_t start = now();
    for (auto &connection : opened.connections) {
        for (size_t place = 0; place < window; place++) {
            lanes.push_back(kj::heap<Lane>(connection->echo, workload, run));
            promises.add(lanes.back()->next(start));
        }
    }
    kj::joinPromises(promises.releaseAsArray()).wait(opened.io.waitScope);
}

class Taking final : public bench::Outputs::Server {
public:
    Taking(const workload *workload, run *run, kj::Own<kj::PromiseFulfiller<void>> end)
        : workload(workload), whole(run), end(kj::mv(end)), last(now()), bytes(numbered_bytes(SMALL)) {}
    ~Taking() { free(bytes); }

    kj::Promise<void> take(TakeContext context) override {
        uint64_t number;
        // What comes behind the end belongs to no run any more.
        if (hasEnded) return kj::READY_NOW;
        if (run_next(whole, last, &number)) {
            number_bytes(bytes, number);
            uint64_t time = now();
            record(workload, whole, time - last, bytes, context.getParams().getBytes());
            last = time;
        }
        if (whole->done == whole->calls || last >= whole->end_at) {
            hasEnded = true;
            end->fulfill();
        }
        return kj::READY_NOW;
    }

private:
    const struct workload *workload;
    run *whole;
    kj::Own<kj::PromiseFulfiller<void>> end;
    uint64_t last;
    uint8_t *bytes;
    bool hasEnded = false;
};

void take_stream(Opened &opened, const workload *workload, run *run) {
    // A connection of its own: what a run before it was cancelled with is still on the way on the other.
    Connection connection(opened.io, workload->path);
    auto end = kj::newPromiseAndFulfiller<void>();
    auto request = connection.echo.pourRequest();
    request.setCount(run->calls);
    request.setOutputs(kj::heap<Taking>(workload, run, kj::mv(end.fulfiller)));
    // Dropped with its promise, the call is cancelled.
    auto pouring = request.send();
    end.promise.wait(opened.io.waitScope);
}

void run_client(void *client, const workload *workload, run *run) {
    Opened &opened = *static_cast<Opened *>(client);
    switch (workload->mode) {
    case PIPE64: return call_at_once(opened, workload->window, workload, run);
    case CONC64: return call_at_once(opened, 1, workload, run);
    case STREAM: return take_stream(opened, workload, run);
    default: return call_in_turn(opened, workload, run);
    }
}

} // namespace

int main(int count, char **arguments) {
    const peer peer = {serve, supports, open_client, run_client};
    return peer_main(&peer, count, arguments);
}
