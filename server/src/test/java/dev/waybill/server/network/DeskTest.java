package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.protocol.network.PeerId;
import dev.waybill.protocol.network.api.DecisionCounts;
import dev.waybill.protocol.network.api.PeerKey;
import dev.waybill.protocol.network.api.PeerView;
import dev.waybill.protocol.network.api.PinKey;
import dev.waybill.server.config.NetworkConfig;
import dev.waybill.server.network.NetworkDesk.PeerPage;
import dev.waybill.server.network.NetworkDesk.PeerQuery;
import dev.waybill.server.store.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What is told of peers, in a list and one by one.
@ParameterizedClass
@EnumSource(TestEngine.class)
final class DeskTest {
    private static final String KEY =
            Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[32]);

    private final TestEngine engine;
    @TempDir private Path folder;

    private NetworkFixture network;
    private Envelopes envelopes;

    DeskTest(TestEngine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        network = new NetworkFixture(engine, folder, NetworkConfig.DEFAULTS);
        envelopes = new Envelopes("", network.now().getEpochSecond());
        network.hears(envelopes.greet(NetworkFixture.STRANGER).toString());
    }

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void peers_are_listed_with_their_tokens_and_keys() {
        String keyId = pin().keyId();

        List<PeerView> peers = network.peers();

        assertThat(peers)
                .extracting(PeerView::peerId)
                .containsExactlyInAnyOrder(NetworkFixture.REVIEWER, NetworkFixture.STRANGER);
        assertThat(peers)
                .allSatisfy(
                        peer -> {
                            assertThat(peer.routeToken())
                                    .isEqualTo(new PeerId(peer.peerId()).routeToken());
                            assertThat(peer.metrics()).isNull();
                        });
        assertThat(peers)
                .filteredOn(peer -> !peer.local())
                .extracting(PeerView::pinnedKey)
                .containsExactly(keyId);
        assertThat(peers)
                .filteredOn(PeerView::local)
                .extracting(PeerView::pinnedKey)
                .containsOnlyNulls();
    }

    @Test
    void a_single_peer_is_told_with_what_was_decided_about_it() {
        network.hears(envelopes.say("msg_1").toString());
        network.hears(envelopes.say("msg_2").toString());

        DecisionCounts stranger = decided(NetworkFixture.STRANGER);
        DecisionCounts reviewer = decided(NetworkFixture.REVIEWER);

        assertThat(stranger.received()).isGreaterThanOrEqualTo(2);
        assertThat(stranger.sent()).isZero();
        assertThat(reviewer.rejected()).isZero();
    }

    @Test
    void peers_are_told_page_by_page_by_channel_and_name() {
        for (int number = 0; number < 520; number++) {
            network.hears(envelopes.greet("peer-%03d.sess".formatted(number)).toString());
        }

        List<String> told = new ArrayList<>();
        PeerPage page = page("");
        while (page.more()) {
            assertThat(page.peers()).hasSize(200);
            page.peers().forEach(peer -> told.add(peer.peerId()));
            page = page(PeerQuery.place("builders", told.getLast()));
        }
        page.peers().forEach(peer -> told.add(peer.peerId()));

        assertThat(told).hasSize(522).doesNotHaveDuplicates().isSorted();
        assertThat(network.network.desk().elsewhere(network.reviewer))
                .containsEntry("builders", 521L);
    }

    private PeerPage page(String after) {
        return network.network.desk().peers(network.reviewer, new PeerQuery(null, after, 200));
    }

    private DecisionCounts decided(String peer) {
        PeerView view = network.network.desk().peer(network.reviewer, peer, null);
        assertThat(view.peerId()).isEqualTo(peer);
        assertThat(view.metrics()).isNotNull();
        return view.metrics() == null ? DecisionCounts.NONE : view.metrics();
    }

    private PeerKey pin() {
        return network.network
                .desk()
                .pin(network.reviewer, NetworkFixture.STRANGER, new PinKey("builders", KEY));
    }
}
