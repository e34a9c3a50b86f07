package dev.waybill.server.provider.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpFaultsTest {
    private static final String INPUT = "{\"text\":\"hello\"}";

    private final ScriptedSmtp server = ScriptedSmtp.start();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "GREETING, 421 too many connections, RATE_LIMITED, 421",
        "GREETING, 554 go away, REJECTED, 554",
        "EHLO, 421 shutting down, RATE_LIMITED, 421",
        "AUTH, 535 5.7.8 wrong, AUTH, 535",
        "AUTH, 534 5.7.9 stronger please, AUTH, 534",
        "AUTH, 454 4.7.0 later, UNAVAILABLE, 454",
        "MAIL, 530 5.7.0 sign in first, AUTH, 530",
        "MAIL, 421 4.7.0 slow down, RATE_LIMITED, 421",
        "MAIL, 451 4.3.0 later, UNAVAILABLE, 451",
        "RCPT, 452 4.5.3 too many, RATE_LIMITED, 452",
        "RCPT, 450 4.2.1 grey, UNAVAILABLE, 450",
        "RCPT, 550 5.1.1 nobody, REJECTED, 550",
        "DATA, 451 4.3.0 later, UNAVAILABLE, 451",
        "DATA, 554 5.5.1 no, REJECTED, 554",
        "END, 452 4.3.1 full, RATE_LIMITED, 452",
        "END, 451 4.3.0 later, UNAVAILABLE, 451",
        "END, 550 5.7.1 spam, REJECTED, 550"
    })
    void an_answer_says_what_kind_of_failure_it_is(
            String verb, String answer, ProviderFault fault, int status) {
        server.on(verb, answer);

        Outcome outcome = send(Map.of());

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> {
                            assertThat(refused.fault()).isEqualTo(fault);
                            assertThat(refused.evidence().providerStatus()).isEqualTo(status);
                            assertThat(refused.message()).contains(answer);
                        });
    }

    @ParameterizedTest
    @CsvSource({"GREETING", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"})
    void a_connection_that_ends_before_the_letter_has_had_no_effect(String verb) {
        server.on(verb, ScriptedSmtp.CUT);

        Outcome outcome = send(Map.of());

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused ->
                                assertThat(refused.fault()).isEqualTo(ProviderFault.UNAVAILABLE));
    }

    @ParameterizedTest
    @CsvSource({"cut", "nonsense", "399 what"})
    void a_letter_without_an_answer_is_unclear(String answer) {
        server.on(ScriptedSmtp.END, answer);

        Outcome outcome = send(Map.of());

        assertThat(outcome).isInstanceOf(Outcome.Unclear.class);
        assertThat(server.letters()).hasSize(1);
    }

    @Test
    void a_server_that_says_nothing_is_waited_for_no_longer_than_is_allowed() {
        server.on(ScriptedSmtp.END, ScriptedSmtp.SILENCE);
        MailJobs jobs = new MailJobs(server.credential(Map.of()), Duration.ofMillis(300));

        Outcome late = jobs.invoke(jobs.send("send_text", INPUT));
        server.on("RCPT", ScriptedSmtp.SILENCE);
        Outcome early = jobs.invoke(jobs.send("send_text", INPUT));

        assertThat(late).isInstanceOf(Outcome.Unclear.class);
        assertThat(early).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void any_word_for_yes_is_one() {
        server.on(ScriptedSmtp.END, "251 2.0.0 fine");

        assertThat(send(Map.of())).isInstanceOf(Outcome.Sent.class);
    }

    @Test
    void a_parting_that_fails_changes_nothing() {
        server.on("QUIT", ScriptedSmtp.CUT);

        assertThat(send(Map.of()))
                .isInstanceOfSatisfying(
                        Outcome.Sent.class,
                        sent -> assertThat(sent.evidence().requestId()).isEqualTo("4F2B"));
    }

    @Test
    void nobody_there_is_unavailable() {
        server.close();

        assertThat(send(Map.of()))
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused ->
                                assertThat(refused.fault()).isEqualTo(ProviderFault.UNAVAILABLE));
    }

    @Test
    void tls_is_begun_before_anything_is_told() {
        server.offeringTls();

        Outcome outcome = send(Map.of("security", "starttls", "tls-ca", Mailroom.ca()));

        assertThat(outcome).isInstanceOf(Outcome.Sent.class);
        assertThat(server.heard().subList(0, 4))
                .satisfiesExactly(
                        hello -> assertThat(hello).startsWith("EHLO"),
                        tls -> assertThat(tls).isEqualTo("STARTTLS"),
                        hello -> assertThat(hello).startsWith("EHLO"),
                        login -> assertThat(login).startsWith("AUTH"));
    }

    @Test
    void a_server_without_tls_gets_neither_password_nor_letter() {
        Outcome outcome = send(Map.of("security", "starttls", "tls-ca", Mailroom.ca()));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> {
                            assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
                            assertThat(refused.message()).contains("STARTTLS");
                        });
        assertThat(server.heard()).noneMatch(line -> line.startsWith("AUTH"));
    }

    @Test
    void a_server_of_another_name_is_not_the_server() {
        try (ScriptedSmtp elsewhere = ScriptedSmtp.start("127.0.0.2").offeringTls()) {
            MailJobs jobs =
                    new MailJobs(
                            elsewhere.credential(
                                    Map.of("security", "starttls", "tls-ca", Mailroom.ca())));

            Outcome outcome = jobs.invoke(jobs.send("send_text", INPUT));

            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused ->
                                    assertThat(refused.fault())
                                            .isEqualTo(ProviderFault.UNAVAILABLE));
            assertThat(elsewhere.heard()).noneMatch(line -> line.startsWith("AUTH"));
        }
    }

    @Test
    void what_is_on_record_of_a_failure_holds_no_password() {
        server.on("AUTH", "535 wrong: " + Mailroom.PASSWORD);
        MailJobs jobs = new MailJobs(server.credential(Map.of()));
        Job job = jobs.send("send_text", INPUT);

        jobs.invoke(job);

        assertThat(job.wire().exchanges()).isNotEmpty();
        assertThat(job.wire().exchanges().toString()).doesNotContain(Mailroom.PASSWORD);
    }

    private Outcome send(Map<String, String> more) {
        MailJobs jobs = new MailJobs(server.credential(more));
        return jobs.invoke(jobs.send("send_text", INPUT));
    }
}
