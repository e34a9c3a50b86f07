package dev.waybill.bench.waybill;

import dev.waybill.bench.load.Heard;
import java.util.List;

/// A way in for messages. Called on the loop's thread.
interface Ingress {
    /// `target` says where it goes, such as `"to":"bob"`.
    void send(int sender, String target, long number);

    /// Sends what was held back to go together with more.
    default void flush() {}

    /// Cuts the connections.
    void close();

    /// Who sends, and how much each of them has under way.
    record Plan(Stage stage, List<Api.Agent> senders, int window, Heard heard) {}

    /// Opens the connections of a way.
    interface Way {
        Ingress open(Plan plan);
    }
}
