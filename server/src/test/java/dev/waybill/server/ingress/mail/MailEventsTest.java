package dev.waybill.server.ingress.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.outbound.DeliveryHandle;
import dev.waybill.server.source.NewEvent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailEventsTest {
    private static final Instant RECEIVED = Instant.parse("2026-11-16T02:00:00Z");
    private static final String HEAD =
            """
            From: =?utf-8?q?Ada_L=C3=B6velace?= <ada@example.com>
            To: bot@example.org, Eve <eve@example.net>
            Cc: carl@example.com
            Subject: =?utf-8?B?w5xidW5n?= eins
            Date: Mon, 16 Nov 2026 03:00:00 +0100
            Message-ID: <3@example.com>
            In-Reply-To: <2@example.com>
            References: <1@example.com>
             <2@example.com>
            """;

    private final MailEvents events = new MailEvents(List.of("bot@example.org"));

    @Test
    void a_mail_becomes_an_event_with_a_handle() {
        NewEvent event = event(HEAD + "\nHello bot\n");

        assertThat(event.nativeId()).isEqualTo("email_message:<3@example.com>");
        assertThat(event.variant()).isEqualTo("email.received");
        assertThat(event.occurredAt()).isEqualTo(RECEIVED);
        assertThat(event.handle())
                .isEqualTo(
                        new DeliveryHandle(
                                "email",
                                "message_reply",
                                "ada@example.com",
                                "<3@example.com>",
                                "reply"));
        assertThat(event.metadata().toString())
                .isEqualTo(
                        """
                        {"provider":"email","from":"ada@example.com","fromName":"Ada Lövelace",\
                        "to":["bot@example.org","eve@example.net"],"cc":["carl@example.com"],"replyTo":[],\
                        "subject":"Übung eins","date":"2026-11-16T02:00:00Z","messageId":"<3@example.com>",\
                        "inReplyTo":"<2@example.com>","references":["<1@example.com>","<2@example.com>"],\
                        "attachments":[]}\
                        """);
        assertThat(event.raw().toString())
                .isEqualTo(
                        """
                        {"text":"Hello bot\\n","fromHtml":false,"truncated":false,"malformed":false}\
                        """);
    }

    @Test
    void no_header_brings_what_a_database_cannot_keep() {
        NewEvent event = event("Auto-Submitted: \0auto\u0004-replied\n" + HEAD + "\nx");

        assertThat(event.metadata().toString()).doesNotContain("\\u0000").doesNotContain("\\u0004");
    }

    @Test
    void an_answer_goes_where_the_sender_wants_it() {
        NewEvent event = event("Reply-To: Desk <desk@example.com>\n" + HEAD + "\nx");

        assertThat(Objects.requireNonNull(event.handle()).targetRef())
                .isEqualTo("desk@example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Auto-Submitted: auto-replied",
                "Auto-Submitted: auto-generated; x=y",
                "Return-Path: <>"
            })
    void what_machines_answer_is_told_as_such_and_has_no_handle(String header) {
        NewEvent event = event(header + "\n" + HEAD + "\nI am away");

        assertThat(event.variant()).isEqualTo("email.auto_reply");
        assertThat(event.handle()).isNull();
        assertThat(event.metadata().path("automatic").asString()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Precedence: bulk", "List-Id: Dev <dev.example.com>", "Precedence: JUNK"})
    void mail_to_many_has_no_handle(String header) {
        NewEvent event = event(header + "\n" + HEAD + "\nx");

        assertThat(event.variant()).isEqualTo("email.received");
        assertThat(event.handle()).isNull();
    }

    @Test
    void mail_from_oneself_has_no_handle() {
        NewEvent event = event("From: BOT@example.org\nMessage-ID: <a@b>\n\nx");

        assertThat(event.handle()).isNull();
    }

    @Test
    void of_several_forms_the_plain_one_is_read_and_files_are_named() {
        NewEvent event =
                event(
                        """
                        From: ada@example.com
                        Content-Type: multipart/mixed; boundary="outer"

                        --outer
                        Content-Type: multipart/alternative; boundary=inner

                        --inner
                        Content-Type: text/plain; charset=iso-8859-1
                        Content-Transfer-Encoding: quoted-printable

                        Gr=FC=DFe
                        --inner
                        Content-Type: text/html

                        <b>no</b>
                        --inner--
                        --outer
                        Content-Type: application/pdf; name="=?utf-8?Q?=C3=BCber=2Epdf?="
                        Content-Disposition: attachment; filename="=?utf-8?Q?=2E=2E=2F=C3=BCber=2Epdf?="
                        Content-Transfer-Encoding: base64

                        aGVsbG8=
                        --outer--
                        """);

        assertThat(event.raw().path("text").asString().strip()).isEqualTo("Grüße");
        assertThat(event.metadata().path("attachments").toString())
                .isEqualTo("[{\"name\":\"über.pdf\",\"type\":\"application/pdf\",\"size\":5}]");
    }

    @Test
    void html_alone_is_read_as_text() {
        NewEvent event =
                event(
                        """
                        From: ada@example.com
                        Content-Type: text/html; charset=utf-8

                        <html><head><style>p{}</style></head><p>One &lt; two</p><p>three</html>
                        """);

        assertThat(event.raw().path("text").asString()).isEqualTo("One < two\n\nthree");
        assertThat(event.raw().path("fromHtml").asBoolean()).isTrue();
    }

    @Test
    void without_an_id_the_same_mail_is_the_same_event() {
        String mail = "From: ada@example.com\n\nx";

        assertThat(event(mail).nativeId())
                .startsWith("email_sha256:")
                .isEqualTo(event(mail).nativeId())
                .isNotEqualTo(event(mail + "y").nativeId());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "no headers at all",
                "Content-Type: multipart/mixed\n\nno boundary",
                """
                Content-Type: multipart/mixed; boundary=a

                --a
                Content-Type: multipart/x; boundary=a

                --a""",
                "Content-Type: ;;;=\n\nwords",
                "Content-Type: text/plain; charset=klingon\n\nwords",
                "Content-Type: text/plain\nContent-Transfer-Encoding: rot13\n\nwords",
                "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nwor%%%ds=",
                """
                From: <<<>>>
                To: ,,,;:
                Subject: =?utf-8?B?%%%?=
                Date: yesterday
                Message-ID: <a b c

                words""",
                "From: ada@example.com\nSubject: a\0b\n\nwor\0ds",
                "From: \"ada\nSubject: unclosed\n\nwords"
            })
    void nonsense_becomes_an_event_all_the_same(String mail) {
        NewEvent event = event(mail);

        assertThat(event.nativeId()).isNotBlank().hasSizeLessThanOrEqualTo(500);
        assertThat(event.metadata().toString() + event.raw()).doesNotContain("\0", "\\u0000");
    }

    @Test
    void a_charset_nobody_knows_is_guessed() {
        assertThat(
                        event(
                                        "Content-Type: text/plain; charset=klingon\n\n"
                                                + "Gr\u00c3\u00bc\u00c3\u009fe")
                                .raw()
                                .path("text")
                                .asString())
                .isEqualTo("Grüße");
    }

    @Test
    void a_mail_of_very_many_parts_is_read_in_part() {
        StringBuilder mail = new StringBuilder("Content-Type: multipart/mixed; boundary=b\n\n");
        mail.repeat("--b\nContent-Type: application/x\n\nfile\n", 5000);

        NewEvent event = event(mail.toString());

        assertThat(event.metadata().path("attachments")).hasSizeLessThanOrEqualTo(50);
        assertThat(event.raw().path("truncated").asBoolean()).isTrue();
    }

    @Test
    void bytes_at_random_never_throw() {
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[random.nextInt(400)];
            random.nextBytes(noise);
            String mail =
                    HEAD
                            + "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
                            + new String(noise, ISO_8859_1);

            assertThat(event(mail).handle()).isNotNull();
        }
    }

    private NewEvent event(String mail) {
        return events.event(
                new Mail(1, 2, mail.replace("\n", "\r\n").getBytes(ISO_8859_1), false, RECEIVED));
    }
}
