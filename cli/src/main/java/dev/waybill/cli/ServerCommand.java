package dev.waybill.cli;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.server.Product;
import dev.waybill.server.config.Config;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill up` and `waybill serve`: the same server, announced to a person or to a service manager.
record ServerCommand(
        String name,
        String summary,
        List<String> examples,
        ServerRun run,
        Announcement announcement)
        implements Command {

    static ServerCommand up(ServerRun run) {
        return new ServerCommand(
                "up",
                "Start a server and show how to use it.",
                List.of("waybill up", "waybill up --port 8080 --data ./relay-data"),
                run,
                (server, config) ->
                        new WelcomeText(run.terminal(), config.server().data()).of(server));
    }

    static ServerCommand serve(ServerRun run) {
        return new ServerCommand(
                "serve",
                "Start a server without the welcome, as a service manager would.",
                List.of(
                        "waybill serve --config /etc/waybill/waybill.toml",
                        "WAYBILL_LOG_FORMAT=json waybill serve --host 0.0.0.0"),
                run,
                (server, _) -> "Waybill " + Product.version() + " listens on " + server.url());
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Config config = Options.config(given, run.terminal().environment()).config();
        return run.run(config, given.json(), announcement);
    }

    /// What is printed once the server accepts requests.
    interface Announcement {
        String of(RunningServer server, Config config);
    }
}
