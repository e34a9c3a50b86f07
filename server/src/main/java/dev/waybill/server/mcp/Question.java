package dev.waybill.server.mcp;

import tools.jackson.databind.node.ObjectNode;

/// Something a tool asks the host for, such as `sampling/createMessage`. The key tells the questions of a call apart.
public record Question(String key, String method, ObjectNode params) {
    /// What a host that can answer it declares: the first word of the method.
    String capability() {
        return method.substring(0, method.indexOf('/'));
    }
}
