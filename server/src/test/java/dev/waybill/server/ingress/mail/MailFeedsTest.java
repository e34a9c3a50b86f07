package dev.waybill.server.ingress.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.source.SourcePolled;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.source.SourceStatus;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// From a mailbox to the events of its source, on each engine.
@ParameterizedClass
@EnumSource(TestEngine.class)
class MailFeedsTest {
    private final TestEngine engine;
    @TempDir private Path temp;
    private MailFixture fixture;

    MailFeedsTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        fixture = new MailFixture(engine, temp, "{\"pollIntervalSecs\":5}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void what_lay_there_before_the_source_is_left_alone() {
        fixture.arrives(1);

        poll();
        fixture.arrives(2);
        SourcePolled polled = poll();

        assertThat(fixture.events()).containsExactly(received(2));
        assertThat(polled.appended()).isEqualTo(1);
        assertThat(polled.note()).isEqualTo("read to the end");
    }

    @Test
    void each_mail_is_told_once_through_restarts() {
        poll();
        fixture.arrives(1);
        fixture.arrives(2);

        poll();
        poll();
        fixture.arrives(3);
        poll();

        assertThat(fixture.events()).containsExactly(received(1), received(2), received(3));
    }

    @Test
    void mails_are_not_marked_as_read() {
        poll();
        fixture.arrives(1);

        poll();

        assertThat(fixture.events()).hasSize(1);
        assertThat(fixture.anySeen()).isFalse();
    }

    @Test
    void mails_with_new_numbers_are_read_again_and_told_once() {
        poll();
        fixture.arrives(1);
        fixture.arrives(2);
        poll();
        String before = fixture.source().checkpoint();

        fixture.numberAnew();
        fixture.arrives(2);
        fixture.arrives(3);
        SourcePolled polled = poll();

        assertThat(fixture.events()).containsExactly(received(1), received(2), received(3));
        assertThat(polled.deduped()).isEqualTo(1);
        assertThat(fixture.source().checkpoint()).isNotEqualTo(before);
    }

    @Test
    void a_mail_nobody_can_read_holds_up_no_other() {
        poll();
        fixture.arrives("Content-Type: multipart/mixed; boundary=\n\n--\n--\n\0");
        fixture.arrives("From: <<<>>>\nContent-Transfer-Encoding: rot13\n\nwords");
        fixture.arrives(3);

        try (MailFeeds server = fixture.server()) {
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> server.poll(fixture.source()))
                        .hasMessageContaining("does not hand out mail");
            }
            assertThat(fixture.events()).as("it may be read later").hasSizeLessThan(3);
            server.poll(fixture.source());
        }

        assertThat(fixture.events()).hasSize(3).last().isEqualTo(received(3));
        assertThat(fixture.source().status()).isEqualTo(SourceStatus.ACTIVE);
    }

    @Test
    void mail_from_machines_is_told_without_a_handle() {
        poll();
        fixture.arrives(
                "Auto-Submitted: auto-replied\nFrom: ada@example.com\nMessage-ID: <9@x>\n\n");

        poll();

        assertThat(fixture.events()).containsExactly("email_message:<9@x> email.auto_reply");
        assertThat(handles()).containsExactly("none");
    }

    @Test
    void more_than_a_page_is_read_page_by_page() {
        poll();
        for (int i = 1; i <= 120; i++) {
            fixture.arrives(i);
        }

        SourcePolled first = poll();
        SourcePolled second = poll();

        assertThat(first.eventsRead()).isEqualTo(100);
        assertThat(first.note()).isEqualTo("there is more to read");
        assertThat(second.eventsRead()).isEqualTo(20);
    }

    @Test
    void a_refused_sign_in_is_told_and_gone_when_it_works_again() {
        poll();
        try (MailFeeds wrong =
                fixture.server(
                        fixture.room.credential(
                                Map.of("imap-folder", "alerts", "imap-password", "wrong")))) {
            assertThatThrownBy(() -> wrong.poll(fixture.source())).isInstanceOf(Refusal.class);
        }
        assertThat(fixture.source().status()).isEqualTo(SourceStatus.ERROR);
        assertThat(fixture.source().trouble()).contains("sign-in").doesNotContain("wrong");

        poll();

        assertThat(fixture.source().status()).isEqualTo(SourceStatus.ACTIVE);
        assertThat(fixture.source().trouble()).isNull();
    }

    @Test
    void a_mailbox_is_read_over_tls() {
        Map<String, String> fields = new HashMap<>(fixture.room.overTls().fields());
        fields.put("imap-folder", "alerts");
        try (MailFeeds server = fixture.server(new Credential("mail", fields, true))) {
            server.poll(fixture.source());
            fixture.arrives(1);
            server.poll(fixture.source());
        }

        assertThat(fixture.events()).containsExactly(received(1));
    }

    @Test
    void the_servers_of_users_must_be_public() {
        try (MailFeeds server =
                fixture.server(
                        new Credential(
                                "theirs", fixture.room.credential(Map.of()).fields(), false))) {
            assertThatThrownBy(() -> server.poll(fixture.source())).isInstanceOf(Refusal.class);
        }
    }

    @Test
    void mailboxes_are_read_by_themselves_and_by_one_server() {
        poll();
        fixture.arrives(1);
        try (MailFeeds one = fixture.server(credential(), 1);
                MailFeeds other = fixture.server(credential(), 2)) {
            one.look();
            other.look();

            await(() -> fixture.events().equals(List.of(received(1))));
        }
    }

    @Test
    void mail_is_read_as_soon_as_the_server_says_that_it_has_come() {
        fixture.close();
        fixture = new MailFixture(engine, temp.resolve("idle"), "{\"pollIntervalSecs\":3600}");
        poll();
        try (MailFeeds server = fixture.server()) {
            server.look();
            fixture.arrives(1);
            await(() -> fixture.events().contains(received(1)));
            fixture.arrives(2);
            await(() -> fixture.events().contains(received(2)));
        }

        assertThat(fixture.events()).containsExactly(received(1), received(2));
    }

    private Credential credential() {
        return fixture.room.credential(Map.of("imap-folder", "alerts"));
    }

    /// As the first thing after a start.
    private SourcePolled poll() {
        try (MailFeeds server = fixture.server()) {
            return server.poll(fixture.source());
        }
    }

    private List<String> handles() {
        return fixture.store
                .database()
                .read(
                        tx ->
                                tx.list(
                                        "select coalesce(handle, 'none') from event order by seq limit 9",
                                        row -> row.text(1)));
    }

    private static String received(int number) {
        return "email_message:<" + number + "@example.com> email.received";
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
