package dev.waybill.server.network.read;

import dev.waybill.protocol.network.text.Shown;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;

/// What is not there, in words for the caller. Names may be a peer's, and are shown so that they do no harm.
final class Missing {
    private Missing() {}

    static Refusal session(String id) {
        return new Refusal(
                Reason.NETWORK_SESSION_NOT_FOUND, "Session " + Shown.quoted(id) + " not found");
    }

    static Refusal channel(String name) {
        return new Refusal(
                Reason.NETWORK_CHANNEL_NOT_FOUND,
                "Channel " + Shown.quoted(name) + " of the network not found");
    }

    static Refusal thread(String id) {
        return new Refusal(
                Reason.NETWORK_THREAD_NOT_FOUND, "Thread " + Shown.quoted(id) + " not found");
    }

    static Refusal direct(String id) {
        return new Refusal(
                Reason.NETWORK_DIRECT_NOT_FOUND, "Direct room " + Shown.quoted(id) + " not found");
    }

    static Refusal work(String id) {
        return new Refusal(
                Reason.NETWORK_WORK_NOT_FOUND, "Work " + Shown.quoted(id) + " not found");
    }

    /// A list that goes on after something unknown goes on nowhere.
    static Refusal cursor(String id) {
        return new Refusal(
                Reason.INVALID_REQUEST, "after names nothing of this list: " + Shown.quoted(id));
    }
}
