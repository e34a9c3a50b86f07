package dev.waybill.sdk;

import dev.waybill.server.Keys;
import dev.waybill.server.Waybill;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.server.config.ConfigSources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// A whole server on a free port, with a workspace, and clients of it that are closed with it.
final class TestRelay implements AutoCloseable {
    /// Hurried, so that tests of broken connections need not wait long.
    static final RelayOptions OPTIONS =
            new RelayOptions(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(1),
                    Duration.ofMillis(20),
                    Duration.ofMillis(500),
                    "relay");

    private final Waybill server;
    private final String key;
    private final Relay relay;

    private TestRelay(Waybill server) {
        this.server = server;
        this.key = server.firstKeys().map(Keys::workspaceKey).orElseThrow();
        this.relay = Relay.connect(url(), key, OPTIONS);
    }

    /// `settings` are pairs of a key and its value.
    static TestRelay start(Path folder, String... settings) {
        return new TestRelay(server(folder, 0, settings));
    }

    static Waybill server(Path folder, int port, String... settings) {
        Map<String, String> flags = new HashMap<>();
        flags.put("--data", folder.toString());
        flags.put("--port", Integer.toString(port));
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            environment.put(settings[i], settings[i + 1]);
        }
        ConfigSources sources = new ConfigSources(flags, environment, folder);
        return Waybill.start(ConfigReader.read(sources).config());
    }

    String url() {
        return server.url().toString();
    }

    String key() {
        return key;
    }

    Relay relay() {
        return relay;
    }

    @Override
    public void close() {
        relay.close();
        server.close();
    }
}
