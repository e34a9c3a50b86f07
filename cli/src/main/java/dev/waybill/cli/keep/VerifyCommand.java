package dev.waybill.cli.keep;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.cli.command.Given;
import dev.waybill.cli.command.Options;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.command.Terminal.Colour;
import dev.waybill.server.config.Config;
import dev.waybill.server.verify.Finding;
import dev.waybill.server.verify.Verification;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// `waybill verify`: proves that everything in a data folder fits together, or says what does not.
public record VerifyCommand(Terminal terminal) implements Command {
    @Override
    public String name() {
        return "verify";
    }

    @Override
    public String summary() {
        return "Check every invariant of a data folder, and change nothing.";
    }

    @Override
    public List<String> examples() {
        return List.of(
                "waybill verify",
                "waybill verify --data /var/lib/waybill --json",
                "waybill verify --database postgresql://waybill@db.example/waybill");
    }

    @Override
    public void addOptions(CommandSpec spec) {
        Options.addSettings(spec);
    }

    @Override
    public ExitCode run(Given given) {
        Config config = Options.config(given, terminal.environment()).config();
        Verification verification = new Verification(config.store(), config.server().data());
        List<Finding> findings =
                verification.run(given.json() ? _ -> {} : finding -> terminal.print(text(finding)));
        long broken = findings.stream().filter(finding -> !finding.holds()).count();
        if (given.json()) {
            terminal.printJson(
                    new Verdict(broken == 0, findings.stream().map(Report::of).toList()));
        } else {
            terminal.print(broken == 0 ? sound(findings) : unsound(broken, findings));
        }
        return broken == 0 ? ExitCode.OK : ExitCode.FAILURE;
    }

    private String text(Finding finding) {
        String word =
                finding.holds()
                        ? terminal.paint(Colour.GREEN, "ok  ")
                        : terminal.paint(Colour.RED, "fail");
        StringBuilder text =
                new StringBuilder(
                        "%s  %-22s %s".formatted(word, finding.name(), finding.promise()));
        finding.breaches().forEach(breach -> text.append("\n      → ").append(breach));
        return text.toString();
    }

    private static String sound(List<Finding> findings) {
        return "Sound: all " + findings.size() + " hold.";
    }

    private static String unsound(long broken, List<Finding> findings) {
        String rest =
                findings.size() < Verification.size() ? "; the others were not looked at" : "";
        return "Not sound: %d of %d do not hold%s. Restore a backup, or report this as a fault of Waybill."
                .formatted(broken, findings.size(), rest);
    }

    /// The document of `--json`.
    record Verdict(boolean sound, List<Report> findings) {}

    /// One finding as JSON.
    record Report(String name, boolean holds, String promise, List<String> breaches) {
        static Report of(Finding finding) {
            return new Report(
                    finding.name(), finding.holds(), finding.promise(), finding.breaches());
        }
    }
}
