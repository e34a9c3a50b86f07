package dev.waybill.sdk;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// An agent that prints what it is handed until it is killed. Arguments: the server's address, the agent's token.
final class AgentMain {
    private AgentMain() {}

    public static void main(String[] args) throws InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        RelayAgent agent = Relay.connectAgent(args[0], args[1], TestRelay.OPTIONS);
        agent.deliverTo(
                (message, context) -> {
                    out.println(message.text());
                    return context.delivered();
                });
        new CountDownLatch(1).await();
    }
}
