package dev.waybill.bench.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.waybill.bench.load.HoldsSockets;
import dev.waybill.bench.process.StartedProgram;
import dev.waybill.bench.wire.Loop;
import dev.waybill.bench.wire.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/// Connections that say a line or two at first, are answered, and then are silent.
final class LineSockets implements HoldsSockets.Sockets {
    private static final int AT_ONCE = 256;

    private final StartedProgram server;
    private final int count;
    private final IntFunction<String> hello;
    private final List<Wire> wires = new ArrayList<>();

    LineSockets(StartedProgram server, int count, IntFunction<String> hello) {
        this.server = server;
        this.count = count;
        this.hello = hello;
    }

    @Override
    public void connect() throws IOException, InterruptedException {
        wires.clear();
        Loop loop = new Loop();
        Semaphore waiting = new Semaphore(AT_ONCE);
        for (int number = 0; number < count; number++) {
            if (!waiting.tryAcquire(30, TimeUnit.SECONDS)) {
                throw new IOException("connection " + number + " is not answered");
            }
            wires.add(open(loop, hello.apply(number).getBytes(US_ASCII), waiting));
        }
        if (!waiting.tryAcquire(AT_ONCE, 30, TimeUnit.SECONDS)) {
            throw new IOException("not every connection is answered");
        }
    }

    private Wire open(Loop loop, byte[] words, Semaphore waiting) throws IOException {
        boolean[] greeted = new boolean[1];
        Wire wire =
                new Wire(
                        server.address(),
                        loop,
                        in -> {
                            in.position(in.limit());
                            if (!greeted[0]) {
                                greeted[0] = true;
                                waiting.release();
                            }
                            return false;
                        });
        wire.join();
        loop.execute(() -> wire.out(words.length).put(words));
        return wire;
    }

    @Override
    public int stillOpen() {
        return (int) wires.stream().filter(wire -> !wire.isCut()).count();
    }

    @Override
    public OptionalDouble heapKilobytes() {
        return OptionalDouble.empty();
    }

    @Override
    public void restart() throws IOException, InterruptedException {
        server.restart();
        server.await(() -> SocketChannel.open(server.address())).close();
    }
}
