package dev.waybill.bench.peer;

import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.HoldsSockets;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.process.StartedProgram;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.ErrorListener;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// NATS JetStream: a file stream with a subject for each mailbox, a durable push consumer for each recipient, and an
/// explicit ack for each message.
final class NatsPeer implements Contender, HoldsSockets {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String version;
    private final StartedProgram server;
    private int scenes;

    private NatsPeer(String version, StartedProgram server) {
        this.version = version;
        this.server = server;
    }

    static NatsPeer start(Programs programs, Path parent) throws Exception {
        String program = programs.find("nats-server").orElseThrow().toString();
        Path folder = StartedProgram.folder(parent, "nats");
        int port = StartedProgram.freePort();
        Path settings = folder.resolve("nats.conf");
        Files.writeString(
                settings,
                """
                listen: "127.0.0.1:%d"
                jetstream { store_dir: "%s", sync_interval: always }
                """
                        .formatted(port, folder.resolve("streams")));
        NatsPeer peer =
                new NatsPeer(
                        StartedProgram.firstLine(List.of(program, "--version")),
                        new StartedProgram(
                                folder,
                                port,
                                List.of(program, "-c", settings.toString()),
                                Map.of()));
        peer.server.await(peer::connect).close();
        return peer;
    }

    @Override
    public String name() {
        return "nats";
    }

    @Override
    public About about() {
        return new About(
                version,
                "JetStream, sync_interval always; one file stream, a durable push consumer for each recipient, explicit acks; "
                        + ClientLibrary.of("jnats", Nats.class));
    }

    @Override
    public Proc process() {
        return server.proc();
    }

    @Override
    public Scene open(Shape shape, Heard heard) throws Exception {
        return new Mailboxes(shape, heard, "s" + scenes++);
    }

    @Override
    public Sockets hold(int count) {
        return new LineSockets(
                server,
                count,
                number -> "CONNECT {\"verbose\":true}\r\nSUB idle." + number + " 1\r\n");
    }

    @Override
    public void close() {
        server.close();
    }

    private Connection connect() throws IOException, InterruptedException {
        return Nats.connect(
                new Options.Builder()
                        .server("nats://127.0.0.1:" + server.port())
                        .connectionTimeout(PATIENCE)
                        .errorListener(new ErrorListener() {})
                        .build());
    }

    /// One stream with its consumers.
    private final class Mailboxes implements Scene {
        private final Shape shape;
        private final Heard heard;
        private final String stream;
        private final JetStreamManagement streams;
        private final Connection admin = connect();
        private final List<Connection> connections = new ArrayList<>();
        private final List<JetStream> senders = new ArrayList<>();
        private @Nullable Connection listening;

        Mailboxes(Shape shape, Heard heard, String stream) throws Exception {
            this.shape = shape;
            this.heard = heard;
            this.stream = stream;
            this.streams = admin.jetStreamManagement();
            streams.addStream(
                    StreamConfiguration.builder()
                            .name(stream)
                            .subjects(stream + ".*")
                            .storageType(StorageType.File)
                            .build());
            for (int recipient = 0; recipient < shape.recipients(); recipient++) {
                streams.addOrUpdateConsumer(stream, consumer(recipient));
            }
            for (int sender = 0; sender < shape.senders(); sender++) {
                Connection connection = connect();
                connections.add(connection);
                senders.add(connection.jetStream());
            }
        }

        private ConsumerConfiguration consumer(int recipient) {
            return ConsumerConfiguration.builder()
                    .durable("c" + recipient)
                    .filterSubject(subject(recipient))
                    .deliverSubject(inbox(recipient))
                    .ackPolicy(AckPolicy.Explicit)
                    .maxAckPending(10_000)
                    .ackWait(Duration.ofMinutes(5))
                    .build();
        }

        @Override
        public void send(int sender, int recipient, long number) {
            var _ =
                    senders.get(sender)
                            .publishAsync(subject(recipient), Body.of(number))
                            .whenComplete(
                                    (_, failure) -> {
                                        if (failure == null) {
                                            heard.confirmed(number);
                                        } else {
                                            heard.fault(failure.toString());
                                        }
                                    });
        }

        @Override
        public void listen() throws Exception {
            Connection connection = connect();
            listening = connection;
            Dispatcher dispatcher = connection.createDispatcher();
            dispatcher.setPendingLimits(-1, -1);
            for (int recipient = 0; recipient < shape.recipients(); recipient++) {
                dispatcher.subscribe(inbox(recipient), this::delivered);
            }
            connection.flush(PATIENCE);
        }

        private void delivered(Message message) {
            if (message.isJetStream()) {
                heard.delivered(Body.number(message.getData()));
                message.ack();
            }
        }

        @Override
        public void hush() throws IOException {
            Connection connection = listening;
            listening = null;
            if (connection != null) {
                cut(connection);
            }
        }

        @Override
        public void close() throws IOException {
            hush();
            for (Connection connection : connections) {
                cut(connection);
            }
            try {
                streams.deleteStream(stream);
            } catch (JetStreamApiException e) {
                throw new IOException(e);
            }
            cut(admin);
        }

        /// With what it was given before sent.
        private void cut(Connection connection) throws IOException {
            try {
                connection.flush(PATIENCE);
                connection.close();
            } catch (TimeoutException e) {
                throw new IOException(e);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        private String subject(int recipient) {
            return stream + "." + (shape.toAll() ? "all" : recipient);
        }

        private String inbox(int recipient) {
            return "to-" + stream + "." + recipient;
        }
    }
}
