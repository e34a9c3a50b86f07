package dev.waybill.protocol.network;

/// Names the workspace that a channel belongs to; one token of a subject.
public record NetworkWorkspace(String value) {
    private static final Grammar GRAMMAR =
            new Grammar(
                    "workspace_id",
                    "[^. *>\\x00-\\x1f\\x7f]+",
                    "is empty or holds '.', '*', '>', a space or a control character");

    public NetworkWorkspace {
        GRAMMAR.check(value);
    }

    @Override
    public String toString() {
        return value;
    }
}
