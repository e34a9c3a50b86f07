package dev.waybill.server.provider.github;

import dev.waybill.server.provider.Finding;
import dev.waybill.server.provider.Outcome;

/// One thing that can be done at GitHub.
interface Deed {
    Outcome.Sent perform(Task task) throws InterruptedException;

    /// Whether what it leaves at GitHub can be told from what others leave.
    default boolean traceable(Task task) {
        return true;
    }

    /// Whether it was done when nobody heard.
    Finding lookUp(Task task) throws InterruptedException;
}
