package dev.waybill.cli;

import dev.waybill.server.config.Config;

/// Starts a server inside this process.
interface ServerStart {
    /// Returns once the server accepts requests; throws when it cannot, with the reason in its message.
    RunningServer start(Config config);
}
