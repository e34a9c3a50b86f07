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
import io.lettuce.core.ClientOptions;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/// Redis streams: one for each mailbox, all read by one connection; or one for a channel, with a group and a connection
/// for each member.
final class RedisPeer implements Contender, HoldsSockets {
    private static final RedisCodec<String, byte[]> CODEC =
            RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);
    private static final String GROUP = "readers";
    private static final String BODY = "b";
    private static final int KEPT = 200_000;

    private final String version;
    private final StartedProgram server;
    private final RedisClient client;
    private int scenes;

    private RedisPeer(String version, StartedProgram server) {
        this.version = version;
        this.server = server;
        this.client =
                RedisClient.create(
                        RedisURI.Builder.redis("127.0.0.1", server.port())
                                .withTimeout(Duration.ofSeconds(60))
                                .build());
        client.setOptions(ClientOptions.builder().autoReconnect(false).build());
    }

    static RedisPeer start(Programs programs, Path parent) throws Exception {
        String program = programs.find("redis-server").orElseThrow().toString();
        Path folder = StartedProgram.folder(parent, "redis");
        int port = StartedProgram.freePort();
        List<String> command =
                List.of(
                        program,
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        folder.toString(),
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always",
                        "--maxclients",
                        "20000",
                        "--save",
                        "");
        RedisPeer peer =
                new RedisPeer(
                        StartedProgram.firstLine(List.of(program, "--version")),
                        new StartedProgram(folder, port, command, Map.of()));
        try {
            peer.server.await(peer::connect).close();
            return peer;
        } catch (IOException | InterruptedException e) {
            peer.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public About about() {
        return new About(
                version,
                "streams, appendonly with appendfsync always, no snapshots; a stream for each mailbox (a group for each member of a channel), XACK; "
                        + ClientLibrary.of("Lettuce", RedisClient.class));
    }

    @Override
    public Proc process() {
        return server.proc();
    }

    @Override
    public Scene open(Shape shape, Heard heard) {
        return new Mailboxes(shape, heard, "s" + scenes++ + ":");
    }

    @Override
    public Sockets hold(int count) {
        return new LineSockets(server, count, _ -> "PING\r\n");
    }

    @Override
    public void close() {
        client.shutdown();
        server.close();
    }

    private StatefulRedisConnection<String, byte[]> connect() {
        return client.connect(CODEC);
    }

    /// The streams and groups of one shape.
    private final class Mailboxes implements Scene {
        private final Shape shape;
        private final Heard heard;
        private final String prefix;
        private final XAddArgs kept = XAddArgs.Builder.maxlen(KEPT).approximateTrimming();
        private final StatefulRedisConnection<String, byte[]> admin = connect();
        private final List<StatefulRedisConnection<String, byte[]>> senders;
        private final List<StatefulRedisConnection<String, byte[]>> listening = new ArrayList<>();

        Mailboxes(Shape shape, Heard heard, String prefix) {
            this.shape = shape;
            this.heard = heard;
            this.prefix = prefix;
            for (int recipient = 0; recipient < shape.recipients(); recipient++) {
                admin.sync()
                        .xgroupCreate(
                                StreamOffset.from(stream(recipient), "0"),
                                group(recipient),
                                XGroupCreateArgs.Builder.mkstream());
            }
            this.senders = IntStream.range(0, shape.senders()).mapToObj(_ -> connect()).toList();
        }

        @Override
        public void send(int sender, int recipient, long number) {
            var _ =
                    senders.get(sender)
                            .async()
                            .xadd(stream(recipient), kept, Map.of(BODY, Body.of(number)))
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
        public void listen() {
            int readers = shape.toAll() ? shape.recipients() : 1;
            StatefulRedisConnection<String, byte[]> acks = joined();
            for (int reader = 0; reader < readers; reader++) {
                new Reader(joined().async(), acks.async(), group(reader)).read();
            }
        }

        private StatefulRedisConnection<String, byte[]> joined() {
            StatefulRedisConnection<String, byte[]> connection = connect();
            listening.add(connection);
            return connection;
        }

        /// Acks go over a connection whose last answer is waited for.
        @Override
        public void hush() {
            if (!listening.isEmpty()) {
                listening.getFirst().sync().ping();
            }
            listening.forEach(StatefulRedisConnection::close);
            listening.clear();
        }

        @Override
        public void close() {
            hush();
            senders.forEach(StatefulRedisConnection::close);
            admin.sync().flushall();
            admin.close();
        }

        private List<String> streams() {
            int count = shape.toAll() ? 1 : shape.recipients();
            return IntStream.range(0, count).mapToObj(this::stream).toList();
        }

        private String stream(int recipient) {
            return prefix + (shape.toAll() ? "all" : recipient);
        }

        private String group(int recipient) {
            return shape.toAll() ? "member-" + recipient : GROUP;
        }

        /// Waits for what comes next in all streams, and acknowledges it.
        private final class Reader {
            private final RedisAsyncCommands<String, byte[]> commands;
            private final RedisAsyncCommands<String, byte[]> acks;
            private final String group;
            private final XReadArgs args =
                    XReadArgs.Builder.block(Duration.ofSeconds(30)).count(256);

            @SuppressWarnings({"unchecked", "rawtypes"})
            private final StreamOffset<String>[] next =
                    streams().stream().map(StreamOffset::lastConsumed).toArray(StreamOffset[]::new);

            Reader(
                    RedisAsyncCommands<String, byte[]> commands,
                    RedisAsyncCommands<String, byte[]> acks,
                    String group) {
                this.commands = commands;
                this.acks = acks;
                this.group = group;
            }

            /// Ends when its connection is cut.
            void read() {
                var _ =
                        commands.xreadgroup(Consumer.from(group, "bench"), args, next)
                                .thenAccept(this::take);
            }

            private void take(List<StreamMessage<String, byte[]>> messages) {
                Map<String, List<String>> taken = new LinkedHashMap<>();
                for (StreamMessage<String, byte[]> message : messages) {
                    byte[] body = Objects.requireNonNull(message.getBody().get(BODY));
                    heard.delivered(Body.number(body));
                    taken.computeIfAbsent(message.getStream(), _ -> new ArrayList<>())
                            .add(message.getId());
                }
                taken.forEach(
                        (stream, ids) -> {
                            var _ = acks.xack(stream, group, ids.toArray(String[]::new));
                        });
                read();
            }
        }
    }
}
