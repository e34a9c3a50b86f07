package dev.waybill.cli;

import dev.waybill.cli.command.Terminal;

/// The `waybill` command.
public final class Main {
    private Main() {}

    public static void main(String[] words) {
        Terminal terminal = Terminal.ofProcess();
        ServerRun run = new ServerRun(terminal, EmbeddedServer::start, new UntilSignal());
        System.exit(new Commands(terminal, run).run(words).code());
    }
}
