package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandReferenceTest {
    private final String reference;

    CommandReferenceTest() throws IOException {
        reference = Files.readString(Path.of("../docs/cli.md"));
    }

    @Test
    void every_command_is_described_with_its_examples() {
        List<Command> commands =
                new Shell().commands().all().stream().filter(command -> !command.hidden()).toList();

        for (Command command : commands) {
            assertThat(unwrapped())
                    .contains("### `waybill " + command.name() + "` " + command.summary());
            assertThat(reference.lines())
                    .containsAll(
                            command.examples().stream().map(example -> "    " + example).toList());
        }
        assertThat(reference.lines().filter(line -> line.startsWith("### ")))
                .hasSameSizeAs(commands);
    }

    @Test
    void every_part_of_a_command_is_described_with_its_example() {
        new Shell().commands().all().forEach(command -> checkParts(command, command.name()));
    }

    private void checkParts(Command command, String path) {
        for (Command part : command.parts()) {
            String name = path + " " + part.name();
            assertThat(reference.lines())
                    .as(name)
                    .anyMatch(
                            line ->
                                    line.startsWith("| `" + name)
                                            && line.endsWith("| " + part.summary() + " |"))
                    .containsAll(
                            part.examples().stream().map(example -> "    " + example).toList());
            checkParts(part, name);
        }
    }

    @Test
    void every_exit_code_is_listed() {
        List<String> rows =
                Arrays.stream(ExitCode.values())
                        .map(code -> "| " + code.code() + " | " + code.meaning() + " |")
                        .toList();

        assertThat(reference.lines().filter(line -> line.matches("\\| \\d.*")))
                .containsExactlyElementsOf(rows);
    }

    private String unwrapped() {
        return reference.replaceAll("\\s+", " ");
    }
}
