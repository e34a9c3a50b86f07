package dev.waybill.protocol.node;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/// A node with its token, which is shown this once.
public record NodeCreated(@JsonUnwrapped Node node, String token) {}
