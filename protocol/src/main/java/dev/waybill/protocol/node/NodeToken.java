package dev.waybill.protocol.node;

import dev.waybill.protocol.id.NodeId;

/// What an agent connects with: its own direct node and a token for it.
public record NodeToken(NodeId nodeId, String nodeName, String token) {}
