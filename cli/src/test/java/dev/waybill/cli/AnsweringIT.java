package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.waybill.cli.Installation.Running;
import dev.waybill.cli.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the one jar does outside, with everything that libraries look up in it by name.
class AnsweringIT {
    @TempDir private Path folder;
    private GreenMail mail;
    private Installation installation;

    @BeforeEach
    void up() throws IOException {
        mail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        mail.setUser("bot@example.org", "bot", "pass-word");
        Files.copy(Path.of("../waybill"), folder.resolve("waybill"));
        Files.createDirectory(folder.resolve("lib"));
        for (String file : List.of("waybill.jar", "cli.aot", "server.aot")) {
            Files.createSymbolicLink(
                    folder.resolve("lib").resolve(file), Path.of("target", file).toAbsolutePath());
        }
        installation =
                new Installation(folder)
                        .with("XDG_CONFIG_HOME", folder.resolve("config").toString())
                        .with("WAYBILL_PROVIDERS_EMAIL_HOST", "127.0.0.1")
                        .with(
                                "WAYBILL_PROVIDERS_EMAIL_PORT",
                                String.valueOf(mail.getSmtp().getPort()))
                        .with("WAYBILL_PROVIDERS_EMAIL_SECURITY", "none")
                        .with("WAYBILL_PROVIDERS_EMAIL_USERNAME", "bot")
                        .with("WAYBILL_PROVIDERS_EMAIL_PASSWORD", "pass-word")
                        .with("WAYBILL_PROVIDERS_EMAIL_FROM", "Bot <bot@example.org>");
        String port =
                String.valueOf(
                        Installation.port(
                                installation.waybill("up", "--port", "0", "--json").document()));
        installation.with("WAYBILL_SERVER_PORT", port);
    }

    @AfterEach
    void kill() throws IOException {
        installation.close();
        mail.stop();
    }

    @Test
    void a_mail_is_sent() throws Exception {
        Running sent =
                installation.waybill(
                        "deliver",
                        "send",
                        "--provider",
                        "email",
                        "--surface",
                        "message_send",
                        "--target",
                        "ada@example.com",
                        "--text",
                        "Grüße");

        assertThat(sent.output()).contains(" is sent: ");
        assertThat(sent.exitCode()).as(sent.err()).isEqualTo(ExitCode.OK.code());
        assertThat(mail.waitForIncomingEmail(10_000, 1)).isTrue();
        assertThat(mail.getReceivedMessages()[0].getContent().toString()).contains("Grüße");
    }
}
