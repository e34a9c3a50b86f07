package dev.waybill.cli;

/// Keeps a server running until it is to end, then closes it.
interface Keeping {
    /// Runs `announce` once a request to stop would be heard: whoever reads the announcement may stop the server at once.
    void keep(RunningServer server, Runnable announce);
}
