package dev.waybill.server.network.transport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Every carrier there is, each with servers that it carries payloads between.
enum Carrier {
    LOCAL {
        @Override
        World open(Path folder) {
            Transport only =
                    NatsFixture.started(
                            new LocalTransport(
                                    NatsFixture.MAX_PAYLOAD,
                                    new SimpleMeterRegistry(),
                                    InstantSource.system()));
            return new World(_ -> only, only::close);
        }
    },
    NATS {
        @Override
        World open(Path folder) {
            NatsServer broker = NatsServer.start(folder, "");
            return new World(
                    _ -> NatsFixture.started(NatsFixture.core(NatsFixture.access(broker.url()))),
                    broker::close);
        }
    },
    JETSTREAM {
        @Override
        World open(Path folder) {
            NatsServer broker = NatsServer.start(folder, NatsFixture.jetstream(folder));
            return new World(
                    name ->
                            NatsFixture.started(
                                    NatsFixture.stream(NatsFixture.access(broker.url()), name)),
                    broker::close);
        }
    };

    abstract World open(Path folder);

    /// A carrier and the servers that use it.
    static final class World implements AutoCloseable {
        private final Function<String, Transport> joining;
        private final Runnable end;
        private final List<Transport> servers = new ArrayList<>();

        World(Function<String, Transport> joining, Runnable end) {
            this.joining = joining;
            this.end = end;
        }

        Transport server(String name) {
            Transport joined = joining.apply(name);
            servers.add(joined);
            return joined;
        }

        @Override
        public void close() {
            servers.forEach(Transport::close);
            end.run();
        }
    }
}
