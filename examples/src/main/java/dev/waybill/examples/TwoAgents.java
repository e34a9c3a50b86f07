package dev.waybill.examples;

import dev.waybill.sdk.MessageHandler;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import java.util.concurrent.CountDownLatch;

/// Two agents that count to ten together: each answers with the next number, and the one that hears ten ends it.
public final class TwoAgents {
    private static final int END = 10;

    private TwoAgents() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        try (Relay relay = Relay.connect(args[0], args[1])) {
            RelayAgent planner = relay.register("planner");
            RelayAgent builder = relay.register("builder");
            planner.deliverTo(counting(planner, over));
            builder.deliverTo(counting(builder, over));

            planner.send("@builder", "1");
            over.await();
        }
    }

    private static MessageHandler counting(RelayAgent agent, CountDownLatch over) {
        return (message, context) -> {
            System.out.println(message.from() + " says " + message.text());
            int heard = Integer.parseInt(message.text());
            if (heard == END) {
                over.countDown();
            } else {
                agent.reply(message, Integer.toString(heard + 1));
            }
            return context.delivered();
        };
    }
}
