package dev.waybill.server.fuzz;

import dev.waybill.server.Waybill;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A server in a process of its own, until it is killed. Says its address on standard output.
final class ServerProcess {
    private ServerProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (Waybill server = Waybill.start(WholeServer.config(Path.of(arguments[0])))) {
            System.out.println(server.url());
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }
}
