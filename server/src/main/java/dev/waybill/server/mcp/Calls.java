package dev.waybill.server.mcp;

import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.node.ObjectNode;

/// Carries requests out on threads of their own, so that those of the connections can mind these.
final class Calls {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    private Calls() {}

    /// Makes the result of a request.
    interface Work {
        ObjectNode result() throws InterruptedException;
    }

    static void start(Running running, Work work) {
        Map<String, String> context = MDC.getCopyOfContextMap();
        Thread.ofVirtual()
                .name("mcp-call")
                .start(
                        () -> {
                            if (context != null) {
                                MDC.setContextMap(context);
                            }
                            carryOut(running, work);
                        });
    }

    private static void carryOut(Running running, Work work) {
        try {
            running.finish(200, Rpc.result(running.id(), work.result()).toString());
        } catch (RpcFault fault) {
            running.finish(fault.status(), Rpc.error(running.id(), fault).toString());
        } catch (InterruptedException _) {
            RpcFault stopping = Running.stopping();
            running.finish(stopping.status(), Rpc.error(running.id(), stopping).toString());
        } catch (Throwable fault) {
            LOG.error("A request of an MCP host failed", fault);
            RpcFault failed =
                    new RpcFault(RpcCode.INTERNAL, "The server has failed; its log says why");
            running.finish(failed.status(), Rpc.error(running.id(), failed).toString());
        }
    }
}
