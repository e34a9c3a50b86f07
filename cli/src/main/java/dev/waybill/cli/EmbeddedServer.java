package dev.waybill.cli;

import dev.waybill.server.config.Config;

/// The server of this build, seen as a [ServerStart].
final class EmbeddedServer implements ServerStart {
    @Override
    public RunningServer start(Config config) {
        throw new CommandFailure(ExitCode.FAILURE, "this build comes without a server");
    }
}
