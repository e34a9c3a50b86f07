package dev.waybill.protocol.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.protocol.network.json.Tree;
import dev.waybill.protocol.network.text.Blanks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// The names of the network and what is derived from them, against the vectors.
class NamesTest {
    private static final NetworkChannel BUILDERS = new NetworkChannel("builders");

    @Test
    void route_tokens_are_half_a_hash_of_the_peer() {
        JsonNode tokens = Vectors.tree("ids.json").get("route_token");

        assertThat(tokens.size()).isEqualTo(7);
        tokens.forEachEntry(
                (peer, token) ->
                        assertThat(new PeerId(peer).routeToken()).isEqualTo(token.asString()));
    }

    @Test
    void the_pages_own_subjects_come_out() {
        Subjects subjects = new Subjects(NetworkProfile.CHANNEL);
        Scope scope = new Scope(null, BUILDERS);

        assertThat(subjects.broadcast(scope)).isEqualTo("agh.network.v0.builders.broadcast");
        assertThat(subjects.peer(scope, new PeerId("reviewer.sess-xyz")))
                .isEqualTo("agh.network.v0.builders.peer.790dd5515558f7784877abcbca51c5ba");
    }

    @Test
    void subjects_of_the_workspace_profile_have_one_token_more() {
        Subjects subjects = new Subjects(NetworkProfile.WORKSPACE);
        Scope scope = new Scope(new NetworkWorkspace("ws_alpha"), BUILDERS);

        assertThat(subjects.broadcast(scope))
                .isEqualTo("agh.network.v0.ws_alpha.builders.broadcast");
        assertThat(subjects.peer(scope, new PeerId("reviewer.sess-xyz")))
                .isEqualTo(
                        "agh.network.v0.ws_alpha.builders.peer.790dd5515558f7784877abcbca51c5ba");
        assertThatThrownBy(() -> subjects.broadcast(new Scope(null, BUILDERS)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void direct_rooms_of_the_workspace_profile_are_named_as_in_the_vectors() {
        for (JsonNode vector : Vectors.tree("ids.json").get("direct_id")) {
            Scope scope =
                    new Scope(
                            new NetworkWorkspace(vector.get(0).asString()),
                            new NetworkChannel(vector.get(1).asString()));

            DirectId room =
                    DirectId.between(
                            NetworkProfile.WORKSPACE,
                            scope,
                            new PeerId(vector.get(2).asString()),
                            new PeerId(vector.get(3).asString()));

            assertThat(room.value()).isEqualTo(vector.get(4).asString());
        }
    }

    @Test
    void direct_rooms_of_the_channel_profile_know_no_workspace() {
        PeerId one = new PeerId("coder.sess-abc");
        PeerId other = new PeerId("reviewer.sess-xyz");
        DirectId room =
                DirectId.between(NetworkProfile.CHANNEL, new Scope(null, BUILDERS), one, other);

        assertThat(room.value()).isEqualTo("direct_99401d24bee62651d189e5a561785466");
        assertThat(
                        DirectId.between(
                                NetworkProfile.CHANNEL,
                                new Scope(new NetworkWorkspace("ws"), BUILDERS),
                                other,
                                one))
                .isEqualTo(room);
    }

    @Test
    void a_peer_has_no_room_with_itself() {
        PeerId one = new PeerId("a");

        assertThatThrownBy(
                        () ->
                                DirectId.between(
                                        NetworkProfile.CHANNEL,
                                        new Scope(null, BUILDERS),
                                        one,
                                        one))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void digests_of_capabilities_are_those_of_the_vectors() {
        for (JsonNode vector : Vectors.tree("ids.json").get("capability_digest")) {
            String preimage = vector.get("preimage").asString();

            CapabilityDocument document = document((Tree.Members) Tree.read(preimage));

            assertThat(document.preimage().text()).isEqualTo(preimage);
            assertThat(document.computedDigest()).isEqualTo(vector.get("digest").asString());
            assertThat(document.intact()).isFalse();
            assertThat(document.digested().intact()).isTrue();
        }
    }

    /// Dirtied where the digest must not see it: space around, blank items, requirements out of order.
    private static CapabilityDocument document(Tree.Members fields) {
        List<String> needs = new ArrayList<>(list(fields, "requirements"));
        return new CapabilityDocument(
                " " + text(fields, "id"),
                text(fields, "summary") + "\u00a0",
                text(fields, "outcome") + "\n",
                text(fields, "version"),
                "sha256:0",
                list(fields, "context_needed"),
                list(fields, "artifacts_expected"),
                list(fields, "execution_outline"),
                list(fields, "constraints"),
                list(fields, "examples"),
                needs.reversed());
    }

    private static @Nullable String text(Tree.Members fields, String name) {
        return fields.last(name) instanceof Tree.Text text ? text.value() : null;
    }

    private static List<String> list(Tree.Members fields, String name) {
        List<String> items = new ArrayList<>();
        if (fields.last(name) instanceof Tree.Items found) {
            found.items().forEach(item -> items.add(" " + ((Tree.Text) item).value()));
            items.add("  ");
        }
        return items;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a b", "a*", ">", "a\nb", "", "a\u007f"})
    void no_workspace_could_change_a_subject(String value) {
        assertThatThrownBy(() -> new NetworkWorkspace(value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "a.b", "-a", "a\n", "a b", "", "é", "a>"})
    void no_channel_could_change_a_subject(String value) {
        assertThatThrownBy(() -> new NetworkChannel(value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_complaint_shows_nothing_hidden() {
        assertThatThrownBy(() -> new NetworkChannel("a\u001b[31m\u202e\nb'"))
                .hasMessageStartingWith("channel 'a\\u{1b}[31m\\u{202e}\\u{a}b\\'' is not");
    }

    @Test
    void white_space_is_what_peers_trim() {
        assertThat(Blanks.trim("\u0085\u00a0\u2007\u202f\u2028 a\u001c\u3000\t"))
                .isEqualTo("a\u001c");
        assertThat(Blanks.present("\u00a0")).isNull();
    }
}
