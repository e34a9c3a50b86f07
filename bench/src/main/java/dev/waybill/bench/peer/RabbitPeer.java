package dev.waybill.bench.peer;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import dev.waybill.bench.load.Body;
import dev.waybill.bench.load.Contender;
import dev.waybill.bench.load.Heard;
import dev.waybill.bench.load.Proc;
import dev.waybill.bench.load.Scene;
import dev.waybill.bench.load.Shape;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.process.StartedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// RabbitMQ: a quorum queue for each mailbox, persistent messages, publisher confirms, an ack for each message.
final class RabbitPeer implements Contender {
    private static final AMQP.BasicProperties PERSISTENT =
            MessageProperties.MINIMAL_PERSISTENT_BASIC;
    private static final int CHANNELS = 8;
    private static final int PREFETCH = 512;

    private final StartedProgram names;
    private final StartedProgram server;
    private final ConnectionFactory factory = new ConnectionFactory();
    private String version = "RabbitMQ";
    private int scenes;

    private RabbitPeer(StartedProgram names, StartedProgram server) {
        this.names = names;
        this.server = server;
        factory.setHost("127.0.0.1");
        factory.setPort(server.port());
        factory.setAutomaticRecoveryEnabled(false);
        factory.setRequestedHeartbeat(0);
    }

    /// With a name server of its own: the one it would start by itself stays behind.
    static RabbitPeer start(Programs programs, Path parent) throws Exception {
        Path folder = StartedProgram.folder(parent, "rabbitmq");
        int port = StartedProgram.freePort();
        int namesPort = StartedProgram.freePort();
        Map<String, String> environment = environment(folder, port, namesPort);
        StartedProgram names =
                new StartedProgram(
                        StartedProgram.folder(parent, "epmd"),
                        namesPort,
                        List.of(programs.find("epmd").orElseThrow().toString()),
                        environment);
        StartedProgram server =
                new StartedProgram(
                        folder,
                        port,
                        List.of(programs.find("rabbitmq-server").orElseThrow().toString()),
                        environment);
        RabbitPeer peer = new RabbitPeer(names, server);
        try {
            Connection first = server.await(peer.factory::newConnection);
            peer.version = "RabbitMQ " + first.getServerProperties().get("version");
            first.close();
            return peer;
        } catch (IOException | InterruptedException e) {
            peer.close();
            throw e;
        }
    }

    private static Map<String, String> environment(Path folder, int port, int namesPort)
            throws IOException {
        Map<String, String> environment = new HashMap<>();
        environment.put("HOME", folder.toString());
        environment.put("ERL_EPMD_PORT", Integer.toString(namesPort));
        environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        environment.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        environment.put("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq").toString());
        environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("plugins").toString());
        environment.put("RABBITMQ_LOG_BASE", folder.toString());
        environment.put("RABBITMQ_MNESIA_BASE", folder.resolve("data").toString());
        environment.put("RABBITMQ_NODENAME", "bench" + port + "@localhost");
        environment.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        environment.put("RABBITMQ_NODE_PORT", Integer.toString(port));
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(StartedProgram.freePort()));
        return environment;
    }

    @Override
    public String name() {
        return "rabbitmq";
    }

    @Override
    public About about() {
        return new About(
                version,
                "quorum queues on one node, persistent messages, publisher confirms, prefetch "
                        + PREFETCH
                        + ", an ack for each; "
                        + ClientLibrary.of("amqp-client", ConnectionFactory.class));
    }

    @Override
    public Proc process() {
        return server.proc();
    }

    @Override
    public Scene open(Shape shape, Heard heard) throws Exception {
        return new Mailboxes(shape, heard, "s" + scenes++ + ".");
    }

    @Override
    public void close() {
        server.close();
        names.close();
    }

    /// The queues of one shape.
    private final class Mailboxes implements Scene {
        private final Shape shape;
        private final Heard heard;
        private final String prefix;
        private final Connection connection;
        private final Channel admin;
        private final List<RabbitSender> senders = new ArrayList<>();
        private @Nullable Connection listening;

        Mailboxes(Shape shape, Heard heard, String prefix) throws IOException, TimeoutException {
            this.shape = shape;
            this.heard = heard;
            this.prefix = prefix;
            this.connection = factory.newConnection();
            this.admin = connection.createChannel();
            if (shape.toAll()) {
                admin.exchangeDeclare(exchange(), "fanout", true);
            }
            for (String queue : queues()) {
                admin.queueDeclare(queue, true, false, false, Map.of("x-queue-type", "quorum"));
                if (shape.toAll()) {
                    admin.queueBind(queue, exchange(), "");
                }
            }
            for (int sender = 0; sender < shape.senders(); sender++) {
                senders.add(new RabbitSender(connection.createChannel(), heard));
            }
        }

        @Override
        public void send(int sender, int recipient, long number) {
            String queue = shape.toAll() ? "" : prefix + recipient;
            senders.get(sender).send(number, channel -> publish(channel, queue, Body.of(number)));
        }

        private void publish(Channel channel, String queue, byte[] body) throws IOException {
            channel.basicPublish(exchange(), queue, PERSISTENT, body);
        }

        @Override
        public void listen() throws IOException, TimeoutException {
            Connection opened = factory.newConnection();
            listening = opened;
            List<Channel> channels = new ArrayList<>();
            for (int i = 0; i < Math.min(CHANNELS, shape.recipients()); i++) {
                Channel channel = opened.createChannel();
                channel.basicQos(PREFETCH);
                channels.add(channel);
            }
            List<String> queues = queues();
            for (int i = 0; i < queues.size(); i++) {
                Channel channel = channels.get(i % channels.size());
                channel.basicConsume(
                        queues.get(i),
                        false,
                        (_, delivery) -> {
                            heard.delivered(Body.number(delivery.getBody()));
                            channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                        },
                        _ -> {});
            }
        }

        @Override
        public void hush() throws IOException {
            Connection open = listening;
            listening = null;
            if (open != null) {
                open.close();
            }
        }

        @Override
        public void close() throws IOException {
            hush();
            senders.forEach(RabbitSender::close);
            for (String queue : queues()) {
                admin.queueDelete(queue);
            }
            connection.close();
        }

        private List<String> queues() {
            return IntStream.range(0, shape.recipients())
                    .mapToObj(recipient -> prefix + recipient)
                    .toList();
        }

        /// The one without a name leads to the queue that is named.
        private String exchange() {
            return shape.toAll() ? prefix + "all" : "";
        }
    }
}
