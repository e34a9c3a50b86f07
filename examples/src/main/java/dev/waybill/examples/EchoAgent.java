package dev.waybill.examples;

import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import java.util.concurrent.CountDownLatch;

/// Says back whatever it is told, in the thread or conversation it was told in, until it is stopped.
public final class EchoAgent {
    private EchoAgent() {}

    public static void main(String[] args) throws InterruptedException {
        try (Relay relay = Relay.connect(args[0], args[1]);
                RelayAgent echo = relay.register("echo")) {
            echo.deliverTo(
                    (message, context) -> {
                        echo.reply(message, message.text());
                        return context.delivered();
                    });
            new CountDownLatch(1).await();
        }
    }
}
