package dev.waybill.server.node;

import dev.waybill.server.WholeServer;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A whole server on an engine, with two agents.
abstract class AliceAndBob {
    @TempDir private Path folder;

    private final TestEngine engine;
    WholeServer server;
    RelayApi api;
    String alice;
    String bob;

    AliceAndBob(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void start() {
        server = WholeServer.start(engine, folder);
        api = new RelayApi(server.uri(""), server.workspaceKey());
        alice = api.agent("alice");
        bob = api.agent("bob");
    }

    @AfterEach
    void stop() {
        api.close();
        server.close();
    }

    void restart() {
        server.stop();
        server.startAgain();
        api.close();
        api = new RelayApi(server.uri(""), server.workspaceKey());
    }
}
