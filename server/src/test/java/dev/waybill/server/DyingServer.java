package dev.waybill.server;

import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/// A server in a process of its own that asks a provider for something and waits to be killed.
final class DyingServer {
    private DyingServer() {}

    public static void main(String[] words) throws InterruptedException {
        WholeServer server =
                OutboundServer.whole(
                        TestEngine.SQLITE.freshDatabase(),
                        0,
                        Path.of(words[0]),
                        words[1],
                        OutboundServer.Setup.QUICK);
        String key = server.workspaceKey();
        WholeServer.Reply asked =
                server.post(
                        "/deliveries/invoke",
                        key,
                        OutboundServer.body("add_comment", "{\"body\":\"hi\"}", ",\"waitMs\":0"));
        System.out.println("asked " + key + " " + asked.body().path("deliveryId").asString());
        System.out.flush();
        new CountDownLatch(1).await();
    }
}
