package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorCommandTest {
    private final Shell shell = new Shell();

    @TempDir private Path folder;

    @Test
    void a_sound_machine_is_success() {
        ExitCode code =
                shell.run("doctor", "--port", "0", "--data", folder.resolve("new").toString());

        assertThat(code).isEqualTo(ExitCode.OK);
        assertThat(shell.out())
                .contains("ok    java", "ok    port", "ok    data", "clock")
                .doesNotContain("fail");
    }

    @Test
    void a_failure_comes_with_advice_and_an_exit_code() throws IOException {
        Files.writeString(folder.resolve("waybill.db"), "something else altogether");

        assertThat(shell.run("doctor", "--port", "0", "--data", folder.toString()))
                .isEqualTo(ExitCode.FAILURE);

        assertThat(shell.out()).contains("fail  database", "→ restore");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "my_db/x",
                "127.0.0.1:1/x?sslmode=perhaps",
                "127.0.0.1:1/x?loginTimeout=soon"
            })
    void an_odd_database_is_a_finding_and_the_rest_is_examined(String address) {
        ExitCode code =
                shell.run(
                        "doctor",
                        "--port",
                        "0",
                        "--data",
                        folder.resolve("new").toString(),
                        "--database",
                        "postgresql://me:hidden-word@" + address);

        assertThat(code).isEqualTo(ExitCode.FAILURE);
        assertThat(shell.out()).contains("fail  database", "clock").doesNotContain("hidden-word");
        assertThat(shell.err()).isEmpty();
    }

    @Test
    void as_json_the_findings_are_one_document() {
        shell.run("doctor", "--json", "--port", "0", "--data", folder.resolve("new").toString());

        assertThat(shell.json().get(0).get("check").asString()).isEqualTo("java");
        assertThat(shell.json().get(0).get("outcome").asString()).isEqualTo("ok");
    }
}
