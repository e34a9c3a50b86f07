package dev.waybill.server.provider.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import dev.waybill.server.provider.Surface;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopGuardTest {
    private static final String INPUT = "{\"text\":\"hello\"}";

    private final ScriptedSmtp server = ScriptedSmtp.start();
    private final MailJobs jobs =
            new MailJobs(server.credential(Map.of("reply-to", "desk@example.org")));

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"autoSubmitted\":\"auto-replied; owner-email=x\"}",
                "{\"autoSubmitted\":\"auto-generated (vacation)\"}",
                "{\"precedence\":\"Bulk\"}",
                "{\"precedence\":\"list\"}",
                "{\"precedence\":\"junk\"}",
                "{\"listId\":\"<dev.example.com>\"}",
                "{\"returnPath\":\"<>\"}"
            })
    void mail_from_machines_is_not_answered(String metadata) {
        Outcome outcome = jobs.invoke(jobs.reply(metadata, "reply_text", INPUT));

        assertRejected(outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"BOT@example.org", "desk@example.org", "Mailer-Daemon@example.com"})
    void nobody_answers_themselves_or_a_mail_server(String target) {
        DeliveryHandle handle = new DeliveryHandle("email", "message_reply", target, null, "reply");

        Outcome outcome = jobs.invoke(jobs.job(handle, null, "reply_text", INPUT));

        assertRejected(outcome);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-reply@example.com",
                "NoReply@example.com",
                "do_not_reply@example.com",
                "noreply+bounce=7@example.com",
                "MAILER-DAEMON@example.com"
            })
    void nobody_writes_where_nobody_reads(String target) {
        for (String surface : List.of("message_reply", "message_send")) {
            DeliveryHandle handle = new DeliveryHandle("email", surface, target, null, null);
            String operation = surface.equals("message_reply") ? "reply_text" : "send_text";

            assertThat(jobs.invoke(jobs.job(handle, null, operation, INPUT)))
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused ->
                                    assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED));
        }
        assertThat(server.heard()).isEmpty();
    }

    @Test
    void a_new_letter_in_a_thread_is_an_answer_too() {
        DeliveryHandle handle =
                new DeliveryHandle("email", "message_send", "bot@example.org", "<a@b>", null);

        assertRejected(jobs.invoke(jobs.job(handle, null, "send_text", INPUT)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"autoSubmitted\":\"No\"}",
                "{\"precedence\":\"first-class\"}",
                "{\"returnPath\":\"<ada@example.com>\",\"listId\":null}"
            })
    void mail_from_people_is_answered(String metadata) {
        Outcome outcome = jobs.invoke(jobs.reply(metadata, "reply_text", INPUT));

        assertThat(outcome).isInstanceOf(Outcome.Sent.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ada",
                "@example.com",
                "ada@",
                "ada@example.com, eve@example.net",
                "ada@example.com\r\nRCPT TO:<eve@example.net>",
                "Ada <ada@example.com>",
                "ada@exam ple.com",
                "ädä@example.com",
                "a@b@c"
            })
    void a_handle_names_one_plain_address(String target) {
        Surface surface = jobs.provider().surface("message_send").orElseThrow();
        DeliveryHandle handle = new DeliveryHandle("email", "message_send", target, null, null);

        assertThatThrownBy(() -> jobs.provider().check(handle, surface))
                .isInstanceOfSatisfying(
                        Refusal.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.INVALID_HANDLE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a@b>\r\nBcc: eve@example.net", "<a b@c>", "<>", "<a@b><c@d>"})
    void a_thread_is_one_message_id(String thread) {
        Surface surface = jobs.provider().surface("message_reply").orElseThrow();
        DeliveryHandle handle =
                new DeliveryHandle("email", "message_reply", "ada@example.com", thread, null);

        assertThatThrownBy(() -> jobs.provider().check(handle, surface))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void domains_outside_of_ascii_are_written_in_it() {
        assertThat(Addresses.plain("ada@BÜCHER.example")).contains("ada@xn--bcher-kva.example");
    }

    private void assertRejected(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> {
                            assertThat(refused.fault()).isEqualTo(ProviderFault.REJECTED);
                            assertThat(refused.message()).contains("not answered");
                        });
        assertThat(server.heard()).isEmpty();
    }
}
