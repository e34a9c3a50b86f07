package dev.waybill.sdk;

import java.nio.file.Path;

/// A server in a process of its own that is killed and comes back at the same place.
final class KillableServer implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final String key;
    private ChildJvm process;

    KillableServer(Path folder) {
        this.folder = folder;
        this.process = ChildJvm.start(ServerMain.class, folder.toString(), "0");
        this.port = Integer.parseInt(process.line());
        this.key = process.line();
    }

    int port() {
        return port;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    String key() {
        return key;
    }

    /// Returns when the next one listens.
    void killAndStartAgain() {
        process.kill();
        process = ChildJvm.start(ServerMain.class, folder.toString(), Integer.toString(port));
        process.line();
        process.line();
    }

    @Override
    public void close() {
        process.close();
    }
}
