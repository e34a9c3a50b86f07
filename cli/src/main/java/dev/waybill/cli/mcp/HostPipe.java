package dev.waybill.cli.mcp;

import dev.waybill.cli.command.Terminal;
import dev.waybill.protocol.json.Json;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What goes back to the host: one message a line, and nothing else. People are told on standard error.
final class HostPipe {
    /// The server, or what lies between, did not do its part; JSON-RPC leaves these numbers to us.
    private static final int FAILED = -32000;

    private final Terminal terminal;
    private final ReentrantLock lock = new ReentrantLock();

    HostPipe(Terminal terminal) {
        this.terminal = terminal;
    }

    void send(String message) {
        lock.lock();
        try {
            terminal.out().print(message.replace("\r", "").replace('\n', ' ') + "\n");
            terminal.out().flush();
        } finally {
            lock.unlock();
        }
    }

    void notice(String method) {
        send(Json.emptyObject().put("jsonrpc", "2.0").put("method", method).toString());
    }

    /// What is at that address may have changed.
    void updated(String uri) {
        ObjectNode message =
                Json.emptyObject()
                        .put("jsonrpc", "2.0")
                        .put("method", "notifications/resources/updated");
        message.putObject("params").put("uri", uri);
        send(message.toString());
    }

    void fail(@Nullable JsonNode id, String reason) {
        fail(id, FAILED, reason);
    }

    void fail(@Nullable JsonNode id, int code, String reason) {
        ObjectNode message = Json.emptyObject().put("jsonrpc", "2.0");
        message.set("id", id);
        message.putObject("error").put("code", code).put("message", reason);
        send(message.toString());
        note(reason);
    }

    void note(String text) {
        terminal.err().println("waybill mcp: " + text);
    }

    /// Whether nobody reads any more.
    boolean broken() {
        return terminal.out().checkError();
    }
}
