package dev.waybill.server.mcp;

import dev.waybill.protocol.json.Json;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/// What a host must be able to do before it is asked.
final class Capabilities {
    private Capabilities() {}

    static void require(Predicate<String> declared, Question question) {
        String capability = question.capability();
        if (!declared.test(capability)) {
            ObjectNode data = Json.emptyObject();
            data.putObject("requiredCapabilities").putObject(capability);
            throw new RpcFault(
                    RpcCode.MISSING_CAPABILITY, "The host does not offer " + capability, data);
        }
    }
}
