package dev.waybill.bench.limit;

import dev.waybill.bench.wire.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One thread that reads and writes all connections, beside the one of the file. What was read while the disk was busy goes
/// into the file together; what the disk has kept goes out together.
public final class LimitServer {
    private static final int BACKLOG = 4096;

    private static final byte[] ACK = Text.key("{\"v\":1,\"type\":\"delivery.ack\"");
    private static final byte[] SEND = Text.key("\"type\":\"message.send\"");
    private static final byte[] REGISTER = Text.key("\"type\":\"node.register\"");
    private static final byte[] ID = Text.key("\"id\":\"");
    private static final byte[] AGENT = Text.key("\"agent\":\"");
    private static final byte[] UP_TO = Text.key("\"up_to_seq\":");
    private static final byte[] TEXT = Text.key("\"text\":\"");

    private final Selector selector;
    private final Journal journal;
    private final Places places = new Places();
    private List<Connection> unsent = new ArrayList<>();
    private Group gathering = new Group();
    private Group other = new Group();
    private boolean writing;
    private long messages;

    private LimitServer(int port, Path file) throws IOException {
        this.selector = Selector.open();
        this.journal = new Journal(file, selector::wakeup);
        ServerSocketChannel door = ServerSocketChannel.open();
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        door.configureBlocking(false);
        door.register(selector, SelectionKey.OP_ACCEPT, door);
    }

    /// On a port of the loopback, with a file that must not be there yet.
    public static void main(String[] args) throws IOException {
        new LimitServer(Integer.parseInt(args[0]), Path.of(args[1])).run();
    }

    private void run() throws IOException {
        journal.start();
        while (true) {
            selector.select(this::ready);
            turn();
            List<Connection> waiting = unsent;
            unsent = new ArrayList<>();
            waiting.forEach(Connection::flush);
        }
    }

    private void ready(SelectionKey key) {
        if (key.attachment() instanceof Connection connection) {
            connection.ready();
        } else {
            accept((ServerSocketChannel) key.channel());
        }
    }

    private void accept(ServerSocketChannel door) {
        try {
            for (SocketChannel come = door.accept(); come != null; come = door.accept()) {
                Connection.join(come, selector, this);
            }
        } catch (IOException e) {
            System.err.println("somebody could not be let in: " + e);
        }
    }

    /// The disk gets the next group before anybody is told of the last.
    private void turn() {
        Group durable = journal.durable();
        if (durable != null) {
            writing = false;
        }
        if (!writing && gathering.hasMessages()) {
            journal.write(gathering);
            writing = true;
            Group handed = gathering;
            gathering = other;
            other = handed;
        }
        if (durable != null) {
            durable.tell();
            durable.clear();
        }
    }

    void hasUnsent(Connection connection) {
        unsent.add(connection);
    }

    Places places() {
        return places;
    }

    void frame(Connection from, Text frame) {
        if (frame.startsWith(ACK)) {
            gathering.ack(places.agent(frame.string(AGENT)), frame.number(UP_TO));
        } else if (frame.after(SEND) >= 0) {
            message(from, frame.number(ID), frame);
        } else if (frame.after(REGISTER) >= 0) {
            places.connected(from);
            from.registered();
        } else {
            throw new IllegalArgumentException("nobody knows what this is: " + frame);
        }
    }

    /// Whose text comes last, as our clients have it.
    void message(Connection from, long id, Text message) {
        int text = message.after(TEXT);
        gathering.add(new Group.Source(from, id, ++messages), places.to(message), message, text);
    }
}
