package dev.waybill.server.ingress.mail;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.user.GreenMailUser;
import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import dev.waybill.protocol.source.NewSource;
import dev.waybill.protocol.workspace.NewWorkspace;
import dev.waybill.server.config.StoreConfig;
import dev.waybill.server.delivery.AckWriter;
import dev.waybill.server.delivery.Deliveries;
import dev.waybill.server.delivery.DeliveryLimits;
import dev.waybill.server.delivery.Mailboxes;
import dev.waybill.server.delivery.Outcomes;
import dev.waybill.server.delivery.Signals;
import dev.waybill.server.follow.Leases;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.outbound.TargetGuard;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.email.MailDoor;
import dev.waybill.server.provider.email.Mailroom;
import dev.waybill.server.source.Echo;
import dev.waybill.server.source.KeptSource;
import dev.waybill.server.source.SourceLimits;
import dev.waybill.server.source.SourceSet;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.store.TestStore;
import dev.waybill.server.workspace.Caller;
import dev.waybill.server.workspace.Supplies;
import dev.waybill.server.workspace.Workspaces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.mail.Flags;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.node.ObjectNode;

/// A source whose mailbox lies on a mail server of the test.
final class MailFixture implements AutoCloseable {
    private static final String FOLDER = "alerts";

    final Mailroom room = Mailroom.open();
    final TestStore store;
    final SourceSet set;
    private final GreenMailUser user;
    private final AckWriter acks;
    private final WorkspaceId workspace;
    private final String source;
    private final Json json = new Json(JsonLimits.STORED);

    MailFixture(TestEngine engine, Path folder, String config) {
        store = TestStore.open(engine, folder, StoreConfig.DEFAULTS);
        InstantSource clock = InstantSource.system();
        Ledger ledger = new Ledger();
        Mailboxes mailboxes = new Mailboxes();
        Signals signals = new Signals(mailboxes);
        acks = new AckWriter(store.database(), ledger, clock);
        Supplies supplies =
                new Supplies(
                        store.database(),
                        new Snowflakes(clock, 0),
                        clock,
                        new SecureRandom(),
                        json);
        set =
                new SourceSet(
                        new SourceSet.Lent(
                                supplies,
                                ledger,
                                signals,
                                new Deliveries(
                                        DeliveryLimits.DEFAULTS,
                                        new Outcomes(signals, ledger),
                                        mailboxes,
                                        acks),
                                SourceLimits.DEFAULTS,
                                Echo.NONE,
                                _ -> List.of(),
                                new SimpleMeterRegistry()));
        workspace = new Workspaces(supplies).create(new NewWorkspace("acme")).workspaceId();
        source =
                set.sources()
                        .open(
                                new Caller.Owner(workspace),
                                new NewSource(
                                        null,
                                        null,
                                        null,
                                        "email",
                                        "alerts",
                                        null,
                                        (ObjectNode) json.tree(config)))
                        .sourceId();
        user = room.server().getUserManager().getUser("bot");
        numberAnew();
    }

    KeptSource source() {
        return set.sources().find(workspace, source).orElseThrow();
    }

    /// A server as it is after each start.
    MailFeeds server() {
        return server(room.credential(Map.of("imap-folder", FOLDER)));
    }

    MailFeeds server(Credential credential) {
        return server(credential, 1);
    }

    MailFeeds server(Credential credential, int worker) {
        return new MailFeeds(
                store.database(),
                InstantSource.system(),
                set.sources(),
                set.events(),
                new Leases(store.database(), InstantSource.system(), worker, "event_source"),
                (_, _) -> Optional.of(credential),
                new MailDoor(new TargetGuard(List.of()), Duration.ofSeconds(5)));
    }

    void arrives(String mail) {
        try {
            hosts().getFolder(user, FOLDER)
                    .store(
                            new MimeMessage(
                                    Session.getInstance(new Properties()),
                                    new ByteArrayInputStream(
                                            mail.replace("\n", "\r\n").getBytes(UTF_8))));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void arrives(int number) {
        arrives(
                "From: ada@example.com\nMessage-ID: <%d@example.com>\nSubject: mail %d\n\nhello\n"
                        .formatted(number, number));
    }

    /// The folder is made anew, and its mails have other numbers and another validity, which is the second it was made in.
    void numberAnew() {
        MailFolder before = hosts().getFolder(user, FOLDER);
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        do {
            assertThat(System.nanoTime()).isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            make();
        } while (before != null
                && hosts().getFolder(user, FOLDER).getUidValidity() == before.getUidValidity());
    }

    private void make() {
        try {
            if (hosts().getFolder(user, FOLDER) != null) {
                hosts().deleteMailbox(user, FOLDER);
            }
            hosts().createMailbox(user, FOLDER);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// Whether any mail in the folder is marked as read.
    boolean anySeen() {
        return hosts().getFolder(user, FOLDER).getMessages().stream()
                .anyMatch(mail -> mail.isSet(Flags.Flag.SEEN));
    }

    private ImapHostManager hosts() {
        return room.server().getManagers().getImapHostManager();
    }

    /// The events of the source in their order.
    List<String> events() {
        return store.database()
                .read(
                        tx ->
                                tx.list(
                                        "select native_id, variant from event order by seq limit 100",
                                        row -> row.text(1) + " " + row.text(2)));
    }

    @Override
    public void close() {
        set.close();
        acks.close();
        store.close();
        room.close();
    }
}
