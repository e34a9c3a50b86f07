package dev.waybill.server.http.route;

import dev.waybill.server.workspace.Caller;

/// The kinds of callers a route may admit.
public enum Role {
    OWNER("workspace key"),
    AGENT("agent token"),
    NODE("node token"),
    OBSERVER("observer token"),
    WEBHOOK("webhook token");

    private final String credential;

    Role(String credential) {
        this.credential = credential;
    }

    /// What such a caller shows, in words for the documentation.
    public String credential() {
        return credential;
    }

    static Role of(Caller caller) {
        return switch (caller) {
            case Caller.Owner _ -> OWNER;
            case Caller.Agent _ -> AGENT;
            case Caller.Node _ -> NODE;
            case Caller.Observer _ -> OBSERVER;
            case Caller.Webhook _ -> WEBHOOK;
        };
    }
}
