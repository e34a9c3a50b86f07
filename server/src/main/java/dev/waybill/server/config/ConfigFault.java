package dev.waybill.server.config;

/// One mistake of the operator: what is wrong with which key, and where it was written.
public record ConfigFault(String key, Origin origin, String problem) {
    public String text() {
        return key + " (" + origin.text() + "): " + problem;
    }
}
