package dev.waybill.browser;

import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.nio.file.Path;
import java.util.Map;

/// A server of one test, which is stopped and started again on its data, at its address.
final class OwnServer implements AutoCloseable {
    private final Path folder = Stage.folder();
    private final Map<String, String> settings;
    private final Keys keys;
    private final int port;
    private Waybill server;

    OwnServer(Map<String, String> settings) {
        this.settings = settings;
        server = start(0);
        keys = server.firstKeys().orElseThrow();
        port = server.url().getPort();
    }

    String url() {
        return server.url().toString();
    }

    String key() {
        return keys.workspaceKey();
    }

    /// Of the first agent.
    String agent() {
        return keys.agentToken();
    }

    void stop() {
        server.close();
    }

    void startAgain() {
        server = start(port);
    }

    @Override
    public void close() {
        server.close();
    }

    private Waybill start(int at) {
        Map<String, String> flags =
                Map.of("--data", folder.toString(), "--port", String.valueOf(at));
        return Waybill.start(
                ConfigReader.read(new ConfigSources(flags, settings, folder)).config());
    }
}
