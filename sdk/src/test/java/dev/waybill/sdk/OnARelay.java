package dev.waybill.sdk;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server of its own for each test, and a way into it.
@Timeout(90)
abstract class OnARelay {
    @TempDir Path folder;
    TestRelay server;
    Relay relay;

    @BeforeEach
    void startServer() {
        server = TestRelay.start(folder);
        relay = server.relay();
    }

    @AfterEach
    void stopServer() {
        server.close();
    }
}
