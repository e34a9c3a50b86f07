package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void as_json_the_findings_are_one_document() {
        shell.run("doctor", "--json", "--port", "0", "--data", folder.resolve("new").toString());

        assertThat(shell.json().get(0).get("check").asString()).isEqualTo("java");
        assertThat(shell.json().get(0).get("outcome").asString()).isEqualTo("ok");
    }
}
