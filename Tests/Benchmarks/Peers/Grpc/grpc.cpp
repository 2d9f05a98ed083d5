// gRPC in C++ over a Unix socket, with the callback server that its documentation recommends.
//
// rtt64, big1m   the generated stub's blocking call
// pipe64         asynchronous calls on one channel, one completion queue, one thread
// conc64         the same with 64 channels that share no connection
// stream         a server stream
// fan            the handler starts three calls at once, and answers when the last has ended
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include <grpcpp/grpcpp.h>

#include "echo.grpc.pb.h"
#include "measure.h"

namespace {

std::unique_ptr<bench::Echo::Stub> connect(const std::string &path) {
    grpc::ChannelArguments arguments;
    // Without this, channels to one address share one connection.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return bench::Echo::NewStub(grpc::CreateCustomChannel("unix:" + path, grpc::InsecureChannelCredentials(), arguments));
}

// Serving

// Gives outputs until all are out or the caller has left.
class Pouring : public grpc::ServerWriteReactor<bench::Payload> {
public:
    explicit Pouring(const bench::PourRequest &request) : left(request.count()) {
        std::unique_ptr<uint8_t, decltype(&free)> bytes(numbered_bytes(request.bytes()), free);
        output.set_bytes(bytes.get(), request.bytes());
        next();
    }

    void OnWriteDone(bool isWritten) override {
        if (!isWritten) return Finish(grpc::Status::CANCELLED);
        next();
    }

    void OnDone() override { delete this; }

private:
    void next() {
        if (left == 0) return Finish(grpc::Status::OK);
        left--;
        memcpy(output.mutable_bytes()->data(), &number, sizeof number);
        number++;
        StartWrite(&output);
    }

    bench::Payload output;
    uint64_t left, number = 0;
};

// Three calls for one.
struct Fanning {
    explicit Fanning(grpc::ServerUnaryReactor *reactor, bench::Payload *reply) : reactor(reactor), reply(reply) {}

    void ended(const grpc::Status &status) {
        if (!status.ok()) hasFailed = true;
        if (--left > 0) return;
        for (auto &part : parts) reply->mutable_bytes()->append(part.bytes());
        reactor->Finish(hasFailed ? grpc::Status(grpc::StatusCode::UNAVAILABLE, "fan") : grpc::Status::OK);
        delete this;
    }

    grpc::ServerUnaryReactor *reactor;
    bench::Payload *reply;
    grpc::ClientContext contexts[FANNED];
    bench::Payload parts[FANNED];
    std::atomic<int> left{FANNED};
    std::atomic<bool> hasFailed{false};
};

class Service : public bench::Echo::CallbackService {
public:
    explicit Service(const std::vector<std::string> &neighbours) {
        for (auto &path : neighbours) asked.push_back(connect(path));
    }

    grpc::ServerUnaryReactor *Call(grpc::CallbackServerContext *context, const bench::Payload *request, bench::Payload *reply) override {
        reply->set_bytes(request->bytes());
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }

    grpc::ServerWriteReactor<bench::Payload> *Pour(grpc::CallbackServerContext *, const bench::PourRequest *request) override {
        return new Pouring(*request);
    }

    grpc::ServerUnaryReactor *Fan(grpc::CallbackServerContext *context, const bench::Payload *request, bench::Payload *reply) override {
        auto *reactor = context->DefaultReactor();
        if (asked.size() != FANNED) {
            reactor->Finish(grpc::Status(grpc::StatusCode::FAILED_PRECONDITION, "no neighbours"));
            return reactor;
        }
        auto *fanning = new Fanning(reactor, reply);
        for (int index = 0; index < FANNED; index++) {
            asked[index]->async()->Call(
                &fanning->contexts[index], request, &fanning->parts[index], [fanning](grpc::Status status) { fanning->ended(status); });
        }
        return reactor;
    }

private:
    std::vector<std::unique_ptr<bench::Echo::Stub>> asked;
};

int serve(const char *path, char **neighbours) {
    Service service({neighbours, neighbours + (neighbours == nullptr ? 0 : FANNED)});
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("unix:") + path, grpc::InsecureServerCredentials());
    builder.RegisterService(&service);
    auto server = builder.BuildAndStart();
    if (server == nullptr) return 1;
    server->Wait();
    return 0;
}

// Measuring

using Stubs = std::vector<std::unique_ptr<bench::Echo::Stub>>;

int supports(enum mode mode) { return mode < MODES; }

void *open_client(const workload *workload) {
    auto stubs = new Stubs();
    for (size_t index = 0; index < workload->connections; index++) stubs->push_back(connect(workload->path));
    return stubs;
}

void expect(const grpc::Status &status) {
    if (status.ok()) return;
    fprintf(stderr, "a call failed: %s\n", status.error_message().c_str());
    exit(1);
}

bench::Payload request_of(const workload *workload) {
    bench::Payload request;
    uint8_t *bytes = numbered_bytes(workload->bytes);
    request.set_bytes(bytes, workload->bytes);
    free(bytes);
    return request;
}

uint8_t *bytes_of(bench::Payload &payload) { return reinterpret_cast<uint8_t *>(payload.mutable_bytes()->data()); }

bool is_right(const workload *workload, bench::Payload &request, const bench::Payload &reply) {
    return is_echoed(workload, bytes_of(request), reply.bytes().data(), reply.bytes().size());
}

void call_in_turn(bench::Echo::Stub &stub, const workload *workload, run *run) {
    bench::Payload request = request_of(workload), reply;
    uint64_t number, start = now();
    while (run_next(run, start, &number)) {
        number_bytes(bytes_of(request), number);
        grpc::ClientContext context;
        expect(workload->mode == FAN ? stub.Fan(&context, request, &reply) : stub.Call(&context, request, &reply));
        uint64_t end = now();
        run_record(run, end - start, reply.bytes().size(), is_right(workload, request, reply));
        start = end;
    }
}

// A place in the window of one channel: one call at a time.
struct Lane {
    Lane(bench::Echo::Stub &stub, const workload *workload) : stub(stub), request(request_of(workload)) {}

    void call(grpc::CompletionQueue *queue, uint64_t number, uint64_t time) {
        number_bytes(bytes_of(request), number);
        context = std::make_unique<grpc::ClientContext>();
        start = time;
        reader = stub.AsyncCall(context.get(), request, queue);
        reader->Finish(&reply, &status, this);
    }

    bench::Echo::Stub &stub;
    bench::Payload request, reply;
    std::unique_ptr<grpc::ClientContext> context;
    std::unique_ptr<grpc::ClientAsyncResponseReader<bench::Payload>> reader;
    grpc::Status status;
    uint64_t start = 0;
};

void call_at_once(Stubs &stubs, size_t window, const workload *workload, run *run) {
    grpc::CompletionQueue queue;
    std::vector<std::unique_ptr<Lane>> lanes;
    uint64_t number, time = now();
    for (auto &stub : stubs) {
        for (size_t place = 0; place < window && run_next(run, time, &number); place++) {
            lanes.push_back(std::make_unique<Lane>(*stub, workload));
            lanes.back()->call(&queue, number, time);
        }
    }
    void *tag;
    bool isOkay;
    while (run->done < run->begun && queue.Next(&tag, &isOkay)) {
        auto *lane = static_cast<Lane *>(tag);
        expect(lane->status);
        time = now();
        run_record(run, time - lane->start, lane->reply.bytes().size(), is_right(workload, lane->request, lane->reply));
        if (run_next(run, time, &number)) lane->call(&queue, number, time);
    }
}

void take_stream(bench::Echo::Stub &stub, const workload *workload, run *run) {
    bench::Payload expected = request_of(workload), output;
    bench::PourRequest request;
    request.set_count(run->calls);
    request.set_bytes(SMALL);
    grpc::ClientContext context;
    auto reader = stub.Pour(&context, request);
    uint64_t number, last = now();
    while (reader->Read(&output) && run_next(run, last, &number)) {
        number_bytes(bytes_of(expected), number);
        uint64_t time = now();
        run_record(run, time - last, output.bytes().size(), is_right(workload, expected, output));
        last = time;
    }
    bool isWhole = run->done == run->calls;
    if (!isWhole) context.TryCancel();
    grpc::Status status = reader->Finish();
    if (isWhole || status.error_code() != grpc::StatusCode::CANCELLED) expect(status);
}

void run_client(void *client, const workload *workload, run *run) {
    Stubs &stubs = *static_cast<Stubs *>(client);
    switch (workload->mode) {
    case PIPE64: return call_at_once(stubs, workload->window, workload, run);
    case CONC64: return call_at_once(stubs, 1, workload, run);
    case STREAM: return take_stream(*stubs[0], workload, run);
    default: return call_in_turn(*stubs[0], workload, run);
    }
}

} // namespace

int main(int count, char **arguments) {
    const peer peer = {serve, supports, open_client, run_client};
    return peer_main(&peer, count, arguments);
}
