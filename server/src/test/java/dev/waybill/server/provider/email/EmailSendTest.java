package dev.waybill.server.provider.email;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Exchanged;
import dev.waybill.server.provider.Job;
import dev.waybill.server.provider.Outcome;
import dev.waybill.server.provider.ProviderFault;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EmailSendTest {
    private static final String ORIGIN =
            """
            {"messageId":"<3@example.com>","references":["<1@example.com>","<2@example.com>"],
             "subject":"Re: RE: Übung\\r\\nBcc: eve@example.net"}""";

    private final Mailroom room = Mailroom.open();

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void a_reply_arrives_in_the_thread_of_the_mail() throws Exception {
        MailJobs jobs = new MailJobs(room.credential(Map.of()));

        Outcome outcome =
                jobs.invoke(jobs.reply(ORIGIN, "reply_text", "{\"text\":\"Grüße,\\n.\\nbot\"}"));

        MimeMessage mail = room.arrived(1).getFirst();
        assertThat(outcome).isInstanceOf(Outcome.Sent.class);
        assertThat(mail.getHeader("Message-ID")).containsExactly("<dlv_7kq2m9xw3hbr@example.org>");
        assertThat(mail.getHeader("In-Reply-To")).containsExactly("<3@example.com>");
        assertThat(mail.getHeader("References", " ").replaceAll("\\s+", " "))
                .isEqualTo("<1@example.com> <2@example.com> <3@example.com>");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-replied");
        assertThat(mail.getHeader("From")).containsExactly("Waybill <bot@example.org>");
        assertThat(mail.getHeader("To")).containsExactly("ada@example.com");
        assertThat(mail.getHeader("Bcc")).isNull();
        assertThat(mail.getSubject()).isEqualTo("Re: Übung Bcc: eve@example.net");
        assertThat(mail.getContent().toString().strip()).isEqualTo("Grüße,\r\n.\r\nbot");
    }

    @Test
    void what_was_sent_is_told_with_its_id() {
        MailJobs jobs = new MailJobs(room.credential(Map.of()));

        Outcome outcome = jobs.invoke(jobs.send("send_text", "{\"text\":\"Hello\\nthere\"}"));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Sent.class,
                        sent -> {
                            assertThat(sent.note()).isEqualTo("sent e-mail");
                            assertThat(sent.evidence().providerStatus()).isEqualTo(250);
                            assertThat(sent.evidence().resourceId())
                                    .isEqualTo("<dlv_7kq2m9xw3hbr@example.org>");
                            assertThat(sent.result().path("subject").asString()).isEqualTo("Hello");
                        });
    }

    @Test
    void html_comes_with_the_same_in_text() throws Exception {
        MailJobs jobs =
                new MailJobs(room.credential(Map.of("reply-to", "Desk <desk@example.org>")));

        jobs.invoke(
                jobs.send(
                        "send_html",
                        "{\"html\":\"<p>One &amp; <b>two</b></p><script>no</script>\",\"subject\":\"Hi\"}"));

        MimeMessage mail = room.arrived(1).getFirst();
        MimeMultipart parts = (MimeMultipart) mail.getContent();
        assertThat(mail.getContentType()).startsWith("multipart/alternative");
        assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
        assertThat(mail.getHeader("Reply-To")).containsExactly("Desk <desk@example.org>");
        assertThat(mail.getHeader("In-Reply-To")).isNull();
        assertThat(parts.getBodyPart(0).getContent()).isEqualTo("One & two");
        assertThat(parts.getBodyPart(1).getContentType()).startsWith("text/html");
    }

    @Test
    void mail_goes_over_tls_and_the_exchange_is_noted_without_secrets() {
        MailJobs jobs = new MailJobs(room.overTls());
        Job job = jobs.send("send_text", "{\"text\":\"sesame\"}");

        assertThat(jobs.invoke(job)).isInstanceOf(Outcome.Sent.class);

        assertThat(job.wire().exchanges())
                .extracting(Exchanged::method)
                .containsSubsequence(
                        "GREETING", "EHLO", "AUTH", "MAIL", "RCPT", "DATA", "DATA-END");
        assertThat(job.wire().exchanges().toString())
                .contains("sha256:")
                .doesNotContain(Mailroom.PASSWORD, "sesame", "Ym90");
    }

    @Test
    void a_certificate_nobody_vouches_for_is_not_accepted() {
        Map<String, String> fields = room.overTls().fields();
        Map<String, String> trusting = new HashMap<>(fields);
        trusting.remove("tls-ca");
        MailJobs jobs = new MailJobs(new Credential("mail", trusting, true));

        Outcome outcome = jobs.invoke(jobs.send("send_text", "{\"text\":\"x\"}"));

        assertThat(fault(outcome)).isEqualTo(ProviderFault.UNAVAILABLE);
        assertThat(room.server().getReceivedMessages()).isEmpty();
    }

    @Test
    void a_wrong_password_is_an_authentication_fault() {
        MailJobs jobs = new MailJobs(room.credential(Map.of("password", "wrong")));

        Outcome outcome = jobs.invoke(jobs.send("send_text", "{\"text\":\"x\"}"));

        assertThat(fault(outcome)).isEqualTo(ProviderFault.AUTH);
    }

    @Test
    void the_servers_of_users_must_be_public() {
        MailJobs jobs =
                new MailJobs(new Credential("theirs", room.credential(Map.of()).fields(), false));

        Outcome outcome = jobs.invoke(jobs.send("send_text", "{\"text\":\"x\"}"));

        assertThat(fault(outcome)).isEqualTo(ProviderFault.REJECTED);
        assertThat(outcome.toString()).contains("not public");
        assertThat(room.server().getReceivedMessages()).isEmpty();
    }

    @Test
    void a_subject_of_two_lines_is_refused_as_input() {
        MailJobs jobs = new MailJobs(room.credential(Map.of()));

        Outcome outcome =
                jobs.invoke(
                        jobs.send(
                                "send_text",
                                "{\"text\":\"x\",\"subject\":\"a\\r\\nBcc: eve@example.net\"}"));

        assertThat(fault(outcome)).isEqualTo(ProviderFault.INPUT);
    }

    @Test
    void the_same_delivery_has_the_same_id_each_time() throws Exception {
        MailJobs jobs = new MailJobs(room.credential(Map.of()));

        jobs.invoke(jobs.send("send_text", "{\"text\":\"x\"}"));
        jobs.invoke(jobs.send("send_text", "{\"text\":\"x\"}"));

        assertThat(room.arrived(2)).hasSize(2);
        assertThat(room.arrived(2).get(0).getMessageID())
                .isEqualTo(room.arrived(2).get(1).getMessageID());
    }

    @Test
    void an_answer_needs_no_event_to_be_known() throws Exception {
        MailJobs jobs = new MailJobs(room.credential(Map.of()));
        DeliveryHandle handle =
                new DeliveryHandle("email", "reply", "ada@example.com", "9@example.com", null);

        jobs.invoke(jobs.job(handle, null, "reply_text", "{\"text\":\"x\"}"));

        MimeMessage mail = room.arrived(1).getFirst();
        assertThat(mail.getHeader("In-Reply-To")).containsExactly("<9@example.com>");
        assertThat(mail.getHeader("References")).containsExactly("<9@example.com>");
        assertThat(mail.getSubject()).isEqualTo("Re: your message");
    }

    private static ProviderFault fault(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        return ((Outcome.Refused) outcome).fault();
    }
}
