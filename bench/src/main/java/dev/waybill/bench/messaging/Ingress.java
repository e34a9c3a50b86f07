package dev.waybill.bench.messaging;

import java.io.IOException;
import java.util.List;

/// A way in for messages. Called on the loop's thread.
interface Ingress {
    /// Sends a message in a free slot. `nanos` is when it was to be sent.
    void send(int slot, long nanos);

    /// Who sends, to whom, and how much each sender has under way.
    record Plan(Stage stage, List<Api.Agent> senders, int window, Target target) {
        int slots() {
            return senders.size() * window;
        }
    }

    /// Where a message goes.
    interface Target {
        /// What is said about it in a frame or a batch, such as `"to":"bob"`.
        String next();
    }

    /// Opens the connections of a way.
    interface Way {
        Ingress open(Plan plan, InFlight inFlight) throws IOException;
    }
}
