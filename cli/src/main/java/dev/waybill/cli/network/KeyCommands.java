package dev.waybill.cli.network;

import dev.waybill.cli.command.Command;
import dev.waybill.cli.command.Terminal;
import dev.waybill.cli.remote.Body;
import dev.waybill.cli.remote.RemoteCommand;
import dev.waybill.cli.remote.Session;
import dev.waybill.cli.text.Plain;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// `waybill network keys …`: the keys that peers are known by.
record KeyCommands(Terminal terminal) {
    private static final String KEY = "key";

    Command keys() {
        return new Group(
                "keys",
                "Say by which key a peer is known; only what is signed with it is verified.",
                () -> List.of(pin(), unpin()));
    }

    private Command pin() {
        return onPeer(
                        "pin",
                        "Know a peer by this key from now on.",
                        "waybill network keys pin bob.sess-1 Gb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE")
                .word(KEY, "32 bytes of Ed25519 in base64url.")
                .does(KeyCommands::pin);
    }

    private static void pin(Session session) {
        String peer = session.given().word("peer");
        Body body =
                Body.empty()
                        .with("channel", session.value(Routes.CHANNEL).map(Session::channel))
                        .with("pubkey", Optional.of(session.given().word(KEY)));
        JsonNode pinned = session.asOwner(Routes.put("peers", peer, KEY).body(body.document()));
        session.show(
                pinned,
                data ->
                        "%s is known by %s"
                                .formatted(
                                        Plain.field(data, "peer_id"), Plain.field(data, "key_id")));
    }

    private Command unpin() {
        return onPeer(
                        "unpin",
                        "Know a peer by no key any more.",
                        "waybill network keys unpin bob.sess-1 --channel builders")
                .does(
                        session -> {
                            String peer = session.given().word("peer");
                            session.show(
                                    session.asOwner(
                                            Routes.delete("peers", peer, KEY)
                                                    .query(
                                                            "channel",
                                                            session.value(Routes.CHANNEL)
                                                                    .map(Session::channel))),
                                    Plain.line(peer) + " is known by no key");
                        });
    }

    private RemoteCommand.Draft onPeer(String name, String summary, String example) {
        return RemoteCommand.draft(terminal, name, summary, example)
                .word("peer", "Its id.")
                .option(Routes.CHANNEL, "channel", "In which channel; the usual one if left out.");
    }
}
