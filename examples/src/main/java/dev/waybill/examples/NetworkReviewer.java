package dev.waybill.examples;

import dev.waybill.protocol.network.Progress;
import dev.waybill.protocol.network.ReasonCode;
import dev.waybill.protocol.network.WorkState;
import dev.waybill.sdk.NetworkMessage;
import dev.waybill.sdk.Relay;
import dev.waybill.sdk.RelayAgent;
import java.util.List;

/// A reviewer that works for peers on the agent network: takes on what it is asked to review, says how far it is, and ends it.
///
/// It does one thing only and asks nobody what it may do: whatever peers write, it counts words.
public final class NetworkReviewer {
    private static final int LONGEST = 10_000;

    private NetworkReviewer() {}

    public static void main(String[] args) throws InterruptedException {
        try (Relay relay = Relay.connect(args[0], args[1]);
                RelayAgent reviewer = relay.register("reviewer")) {
            reviewer.network().join("builders");
            reviewer.deliverTo(
                    (message, context) -> {
                        reviewer.network().received(message).ifPresent(NetworkReviewer::review);
                        return context.delivered();
                    });
            Thread.currentThread().join();
        }
    }

    private static void review(NetworkMessage request) {
        String text = request.body().path("text").asString("");
        if (request.work() == null || text.isEmpty()) {
            return;
        }
        if (text.length() > LONGEST) {
            request.reject(ReasonCode.BUSY);
            return;
        }
        request.accept();
        request.trace(WorkState.WORKING);
        int words = text.strip().split("\\s+").length;
        request.trace(new Progress(WorkState.COMPLETED, words + " words", null, List.of()));
    }
}
