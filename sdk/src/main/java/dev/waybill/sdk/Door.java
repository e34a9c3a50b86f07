package dev.waybill.sdk;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// How one gets onto the node channel: as an agent's own session, or as a host of many.
interface Door {
    /// A token to come in with. Asks the server, so it may throw a [RelayException].
    Pass pass();

    /// The last pass was not good any more.
    void refused();

    /// The `node.register` frame.
    ObjectNode introduction(Pass pass);

    /// What else to say after each registration, before anything waits for an answer.
    Optional<ObjectNode> greeting();

    /// A node's id, name and token.
    record Pass(String nodeId, String nodeName, String token) {}
}
