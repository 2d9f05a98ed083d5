// Apache Thrift in C++ over a Unix socket: binary protocol, buffered transport (of 64 KiB: with the 512 bytes that it has by
// itself a large body is read in two thousand pieces), and its server with a thread per connection.
//
// rtt64, big1m   the generated client's blocking call
// pipe64         send_ and recv_ of the generated client in order, as its documentation has it for pipelining: replies come in
//                the order of the requests, and each send_ is a write
// conc64         a thread and a client per connection
// stream         none: a Thrift call has one result
// fan            the handler sends to three servers of its kind, then receives from each
#include <memory>
#include <thread>
#include <vector>

#include <unistd.h>

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/server/TThreadedServer.h>
#include <thrift/transport/TBufferTransports.h>
#include <thrift/transport/TServerSocket.h>
#include <thrift/transport/TSocket.h>

#include "Echo.h"
#include "measure.h"

using apache::thrift::protocol::TBinaryProtocol;
using apache::thrift::protocol::TBinaryProtocolFactory;
using apache::thrift::server::TThreadedServer;
using apache::thrift::transport::TBufferedTransport;
using apache::thrift::transport::TServerSocket;
using apache::thrift::transport::TSocket;
using apache::thrift::transport::TTransport;
using apache::thrift::transport::TTransportFactory;

namespace {

struct Buffered : TTransportFactory {
    std::shared_ptr<TTransport> getTransport(std::shared_ptr<TTransport> socket) override {
        return std::make_shared<TBufferedTransport>(socket, 64 * 1024);
    }
};

std::unique_ptr<bench::EchoClient> connect(const std::string &path) {
    auto transport = Buffered().getTransport(std::make_shared<TSocket>(path));
    transport->open();
    return std::make_unique<bench::EchoClient>(std::make_shared<TBinaryProtocol>(transport));
}

// Serving

class Handler : public bench::EchoIf {
public:
    explicit Handler(std::vector<std::string> neighbours) : neighbours(std::move(neighbours)) {}

    void echo(std::string &reply, const std::string &payload) override { reply = payload; }

    void fan(std::string &reply, const std::string &payload) override {
        // A connection has a thread of its own, and so connections of its own.
        static thread_local std::vector<std::unique_ptr<bench::EchoClient>> asked;
        while (asked.size() < neighbours.size()) asked.push_back(connect(neighbours[asked.size()]));
        for (auto &one : asked) one->send_echo(payload);
        std::string part;
        for (auto &one : asked) {
            one->recv_echo(part);
            reply += part;
        }
    }

private:
    const std::vector<std::string> neighbours;
};

int serve(const char *path, char **neighbours) {
    std::vector<std::string> paths(neighbours, neighbours + (neighbours == nullptr ? 0 : FANNED));
    unlink(path);
    TThreadedServer server(
        std::make_shared<bench::EchoProcessor>(std::make_shared<Handler>(std::move(paths))),
        std::make_shared<TServerSocket>(path), std::make_shared<Buffered>(), std::make_shared<TBinaryProtocolFactory>());
    server.serve();
    return 0;
}

// Measuring

using Clients = std::vector<std::unique_ptr<bench::EchoClient>>;

int supports(enum mode mode) { return mode != STREAM; }

void *open_client(const workload *workload) {
    auto clients = new Clients();
    for (size_t index = 0; index < workload->connections; index++) clients->push_back(connect(workload->path));
    return clients;
}

std::string request_of(const workload *workload) {
    uint8_t *bytes = numbered_bytes(workload->bytes);
    std::string request(reinterpret_cast<char *>(bytes), workload->bytes);
    free(bytes);
    return request;
}

uint8_t *bytes_of(std::string &text) { return reinterpret_cast<uint8_t *>(text.data()); }

void call_in_turn(bench::EchoClient &client, const workload *workload, run *run) {
    std::string request = request_of(workload), reply;
    uint64_t number, start = now();
    while (run_next(run, start, &number)) {
        number_bytes(bytes_of(request), number);
        if (workload->mode == FAN) {
            client.fan(reply, request);
        } else {
            client.echo(reply, request);
        }
        uint64_t end = now();
        run_record(run, end - start, reply.size(), is_echoed(workload, bytes_of(request), reply.data(), reply.size()));
        start = end;
    }
}

void call_at_once(bench::EchoClient &client, const workload *workload, run *run) {
    std::string request = request_of(workload), expected = request, reply;
    std::vector<uint64_t> starts(workload->window);
    uint64_t number, time = now();
    for (;;) {
        while (run->begun - run->done < workload->window && run_next(run, time, &number)) {
            number_bytes(bytes_of(request), number);
            starts[number % workload->window] = time;
            client.send_echo(request);
        }
        if (run->done == run->begun) break;
        client.recv_echo(reply);
        time = now();
        number_bytes(bytes_of(expected), run->done);
        bool isRight = is_echoed(workload, bytes_of(expected), reply.data(), reply.size());
        run_record(run, time - starts[run->done % workload->window], reply.size(), isRight);
    }
}

void call_by_threads(Clients &clients, const workload *workload, run *whole) {
    std::vector<std::thread> threads;
    std::vector<run *> parts;
    for (size_t index = 0; index < clients.size(); index++) {
        parts.push_back(run_part(whole, whole->calls / clients.size() + (index < whole->calls % clients.size())));
        threads.emplace_back([&, index, part = parts.back()] { call_in_turn(*clients[index], workload, part); });
    }
    for (auto &thread : threads) thread.join();
    for (run *part : parts) run_add(whole, part);
}

void run_client(void *client, const workload *workload, run *run) {
    Clients &clients = *static_cast<Clients *>(client);
    switch (workload->mode) {
    case PIPE64: return call_at_once(*clients[0], workload, run);
    case CONC64: return call_by_threads(clients, workload, run);
    default: return call_in_turn(*clients[0], workload, run);
    }
}

} // namespace

int main(int count, char **arguments) {
    const peer peer = {serve, supports, open_client, run_client};
    return peer_main(&peer, count, arguments);
}
