package dev.waybill.cli;

import dev.waybill.cli.bench.BenchCommand;
import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.deliver.DeliverCommands;
import dev.waybill.cli.keep.BackupCommand;
import dev.waybill.cli.keep.RestoreCommand;
import dev.waybill.cli.keep.VerifyCommand;
import dev.waybill.cli.mcp.McpCommand;
import dev.waybill.cli.network.NetworkCommands;
import dev.waybill.cli.people.ActionCommands;
import dev.waybill.cli.people.AgentCommands;
import dev.waybill.cli.people.ChannelCommands;
import dev.waybill.cli.people.CredentialCommands;
import dev.waybill.cli.people.DeadLetterCommands;
import dev.waybill.cli.people.DeliveriesCommand;
import dev.waybill.cli.people.InboxCommand;
import dev.waybill.cli.people.ItemCommands;
import dev.waybill.cli.people.NodeCommands;
import dev.waybill.cli.people.RuleCommands;
import dev.waybill.cli.people.SendCommand;
import dev.waybill.cli.people.SourceCommands;
import dev.waybill.cli.people.TailCommand;
import dev.waybill.cli.people.TokenCommands;
import dev.waybill.cli.people.WorkspaceCommands;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/// Finds the command that is asked for and runs it.
///
/// Options are described in code rather than by annotations, and only those of the command that is asked for: reading
/// annotations would be most of the time that a short command takes.
final class Commands {
    private final Terminal terminal;
    private final List<Command> all;

    Commands(Terminal terminal, ServerRun run) {
        this.terminal = terminal;
        this.all =
                List.of(
                        ServerCommand.up(run),
                        ServerCommand.serve(run),
                        new StatusCommand(terminal),
                        new WorkspaceCommands(terminal),
                        new AgentCommands(terminal),
                        new ChannelCommands(terminal),
                        new SendCommand(terminal),
                        new InboxCommand(terminal),
                        new ItemCommands(terminal),
                        new DeliveriesCommand(terminal, Clock.systemUTC()),
                        new DeadLetterCommands(terminal),
                        new ActionCommands(terminal),
                        new RuleCommands(terminal),
                        new SourceCommands(terminal),
                        new TailCommand(terminal),
                        new NodeCommands(terminal),
                        new TokenCommands(terminal),
                        new CredentialCommands(terminal),
                        new McpCommand(terminal),
                        new NetworkCommands(terminal, Clock.systemUTC()),
                        new DeliverCommands(terminal),
                        new BenchCommand(terminal),
                        new DoctorCommand(terminal),
                        new VerifyCommand(terminal),
                        new BackupCommand(terminal),
                        new RestoreCommand(terminal),
                        new ConfigCommand(terminal),
                        new VersionCommand(terminal),
                        new TrainCommand(run.start()));
    }

    List<Command> all() {
        return all;
    }

    ExitCode run(String... words) {
        Failures failures = new Failures(terminal);
        boolean helpWanted = words.length > 0 && words[0].equals("help");
        String[] understood = helpWanted ? movedToEnd(words) : words;
        try {
            ParseResult parsed = commandLine(understood).parseArgs(understood);
            return run(parsed, failures);
        } catch (ParameterException e) {
            return failures.misunderstood(
                    e, List.of(words).contains(Options.JSON), misunderstood(understood));
        }
    }

    private ExitCode misunderstood(String... words) {
        return all.stream()
                .filter(command -> words.length > 0 && command.name().equals(words[0]))
                .map(Command::misunderstood)
                .findFirst()
                .orElse(ExitCode.USAGE);
    }

    private ExitCode run(ParseResult parsed, Failures failures) {
        CommandLine line = parsed.asCommandLineList().getLast();
        if (CommandLine.printHelpIfRequested(parsed)) {
            return ExitCode.OK;
        }
        if (!(line.getCommandSpec().userObject() instanceof Command command)) {
            line.usage(line.getErr());
            return ExitCode.USAGE;
        }
        Given given =
                Given.of(
                        parsed.asCommandLineList().stream()
                                .map(CommandLine::getParseResult)
                                .toList());
        try {
            return command.run(given);
        } catch (RuntimeException e) {
            return failures.failed(e, given);
        }
    }

    /// `help up` means `up --help`.
    private static String[] movedToEnd(String... words) {
        return Stream.concat(Arrays.stream(words).skip(1), Stream.of("--help"))
                .toArray(String[]::new);
    }

    private CommandLine commandLine(String... words) {
        CommandSpec root = CommandSpec.create().name("waybill").addOption(Options.help());
        root.usageMessage()
                .description("A self-hosted relay for AI agents.")
                .synopsisSubcommandLabel("<command>")
                .commandListHeading("%nCommands:%n");
        finish(
                root,
                List.of(
                        "waybill up",
                        "waybill send '#general' hello",
                        "waybill tail",
                        "waybill channel --help"),
                ExitCode.USUAL);
        addTo(root, all, List.of(words));
        // An agent is @bob, whether there is a file of that name or not.
        return new CommandLine(root)
                .setExpandAtFiles(false)
                .setOut(new PrintWriter(terminal.out(), true, terminal.out().charset()))
                .setErr(new PrintWriter(terminal.err(), true, terminal.err().charset()))
                .setColorScheme(
                        CommandLine.Help.defaultColorScheme(
                                terminal.colours() ? Ansi.ON : Ansi.OFF))
                .setUsageHelpWidth(100);
    }

    /// Adds the one that the first word names, or all of them when it names none.
    private static void addTo(CommandSpec parent, List<Command> commands, List<String> words) {
        List<Command> named =
                commands.stream()
                        .filter(each -> !words.isEmpty() && each.name().equals(words.getFirst()))
                        .toList();
        List<String> rest = words.subList(Math.min(1, words.size()), words.size());
        for (Command command : named.isEmpty() ? commands : named) {
            parent.addSubcommand(command.name(), spec(command, named.isEmpty() ? null : rest));
        }
    }

    /// Without words it is only to be listed by its name.
    private static CommandSpec spec(Command command, @Nullable List<String> words) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(command.name());
        spec.usageMessage().description(command.summary()).hidden(command.hidden());
        if (words != null) {
            spec.usageMessage().commandListHeading("%nCommands:%n");
            addTo(spec, command.parts(), words);
            finish(spec, command.examples(), command.exitCodes());
        }
        command.addOptions(spec);
        Options.addCommon(spec);
        return spec;
    }

    private static void finish(CommandSpec spec, List<String> examples, List<ExitCode> exitCodes) {
        spec.usageMessage()
                .optionListHeading("%nOptions:%n")
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(listed(exitCodes))
                .footerHeading("%nExamples:%n")
                .footer(examples.stream().map(example -> "  " + example).toArray(String[]::new));
    }

    private static Map<String, String> listed(List<ExitCode> exitCodes) {
        return exitCodes.stream()
                .collect(
                        Collectors.toMap(
                                code -> " " + code.code(),
                                ExitCode::meaning,
                                (first, _) -> first,
                                LinkedHashMap::new));
    }
}
