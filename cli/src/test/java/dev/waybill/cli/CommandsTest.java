package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import dev.waybill.server.Product;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CommandsTest {
    private final Shell shell = new Shell();

    @Test
    void version_names_the_build_and_the_jvm() {
        assertThat(shell.run("version")).isEqualTo(ExitCode.OK);

        assertThat(shell.out()).matches("waybill \\d+\\.\\d+\\.\\d+ \\(Java 25.*\\)\n");
    }

    @Test
    void version_as_json_is_one_document() {
        assertThat(shell.run("version", "--json")).isEqualTo(ExitCode.OK);

        assertThat(shell.json().get("version").asString()).isEqualTo(Product.version());
    }

    @Test
    void no_command_shows_what_there_is_and_is_a_usage_fault() {
        assertThat(shell.run()).isEqualTo(ExitCode.USAGE);

        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).contains("Usage: waybill", "up", "doctor");
    }

    @Test
    void an_unknown_command_is_a_usage_fault_with_a_suggestion() {
        assertThat(shell.run("stauts")).isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains("'stauts'", "status", "waybill --help");
    }

    @Test
    void an_unknown_option_is_named() {
        assertThat(shell.run("up", "--prot=1")).isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains("--prot=1", "waybill up --help");
    }

    @Test
    void as_json_what_was_not_understood_is_one_document_whatever_the_command() {
        for (Command command : shell.commands().all()) {
            Shell own = new Shell();

            assertThat(own.run(command.name(), "--wrong", "--json", "word"))
                    .isEqualTo(command.misunderstood());

            assertUsageFault(own, "'--wrong'", command.misunderstood());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stauts --json | stauts",
                "--json stauts | --json",
                "--json | --json",
                "up --json --port | --port",
                "up --port --json | --port",
                "version --json more | more"
            })
    void as_json_any_usage_fault_is_one_document(String words, String named) {
        assertThat(shell.run(words.split(" "))).isEqualTo(ExitCode.USAGE);

        assertUsageFault(shell, named, ExitCode.USAGE);
    }

    private static void assertUsageFault(Shell shell, String named, ExitCode exitCode) {
        JsonNode error = shell.json().get("error");
        assertThat(error.get("code").asString())
                .isEqualTo(exitCode.name().toLowerCase(Locale.ROOT));
        assertThat(error.get("exit_code").asInt()).isEqualTo(exitCode.code());
        assertThat(error.get("messages").get(0).asString()).contains(named);
        assertThat(shell.err()).contains(named, "--help'");
    }

    @Test
    void help_lists_the_commands_but_not_the_hidden_one() {
        assertThat(shell.run("--help")).isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .contains("up ", "serve ", "status ", "doctor ", "config ", "version ");
        assertThat(shell.out()).doesNotContain("train");
    }

    @Test
    void help_of_a_command_has_its_options_exit_codes_and_examples() {
        assertThat(shell.run("up", "--help")).isEqualTo(ExitCode.OK);

        assertThat(shell.out())
                .contains("--host", "--port", "--data", "--config", "--database", "--json")
                .contains("Exit codes:", ExitCode.DATA_IN_USE.meaning())
                .contains("waybill up --port 8080");
    }

    @Test
    void help_before_a_command_means_the_same() {
        Shell other = new Shell();
        shell.run("help", "status");
        other.run("status", "--help");

        assertThat(shell.out()).isEqualTo(other.out()).contains("Usage: waybill status");
    }

    @Test
    void every_command_has_an_example_that_begins_with_it() {
        for (Command command : shell.commands().all()) {
            assertThat(command.examples())
                    .as(command.name())
                    .matches(each -> command.hidden() || !each.isEmpty())
                    .allMatch(each -> each.contains("waybill " + command.name()));
            for (Command part : command.parts()) {
                assertThat(part.examples())
                        .isNotEmpty()
                        .allMatch(
                                each ->
                                        each.startsWith(
                                                "waybill " + command.name() + " " + part.name()));
            }
        }
    }

    @Test
    void help_of_a_part_has_its_example() {
        for (Command command : shell.commands().all()) {
            for (Command part : command.parts()) {
                Shell own = new Shell();

                own.run(command.name(), part.name(), "--help");

                assertThat(own.err()).isEmpty();
                assertThat(own.out())
                        .contains("Usage: waybill " + command.name() + " " + part.name())
                        .contains(part.examples().getFirst());
            }
        }
    }

    @Test
    void a_group_shows_its_parts() {
        shell.run("help", "channel");

        assertThat(shell.out()).contains("Usage: waybill channel", "create", "history", "archive");
    }

    @Test
    void a_group_alone_is_a_usage_fault_that_names_its_parts() {
        assertThat(shell.run("token", "--json")).isEqualTo(ExitCode.USAGE);

        assertThat(shell.json().get("error").get("messages").get(0).asString())
                .contains("create, list, show, rotate, revoke", "waybill token --help");
    }

    @Test
    void options_before_a_part_count_too() {
        assertThat(shell.run("deliveries", "--url", "nowhere", "ack", "del_1"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(shell.err()).contains("'nowhere'");
    }
}
