package dev.waybill.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.network.transport.Link;
import dev.waybill.server.network.transport.Parcel;
import dev.waybill.server.network.transport.Transport;
import dev.waybill.server.store.TestEngine;
import dev.waybill.server.sweep.Sweeps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// In which order a network ends what goes on in it.
class NetworkStopTest {
    @TempDir private Path folder;

    @Test
    void nothing_goes_back_to_the_carrier_while_somebody_decides() {
        WatchfulCarrier carrier = new WatchfulCarrier();

        try (Sweeps sweeps = new Sweeps();
                NetworkFixture fixture =
                        new NetworkFixture(
                                TestEngine.SQLITE, folder, TestNetworks.depth(3), carrier)) {
            fixture.network.start(sweeps);
        }

        assertThat(carrier.steps)
                .containsExactly("hushed, decisions are made", "closed, nobody decides");
    }

    /// Notes whether anything is decided about when the network leaves it.
    private static final class WatchfulCarrier implements Transport {
        private final Set<Thread> others = deciding();
        private final List<String> steps = new ArrayList<>();

        private static Set<Thread> deciding() {
            Set<Thread> found = new HashSet<>(Thread.getAllStackTraces().keySet());
            found.removeIf(thread -> !thread.getName().equals("network-ingress"));
            return found;
        }

        private void note(String step) {
            Set<Thread> ours = deciding();
            ours.removeAll(others);
            steps.add(step + (ours.isEmpty() ? ", nobody decides" : ", decisions are made"));
        }

        @Override
        public void hush() {
            note("hushed");
        }

        @Override
        public void close() {
            note("closed");
        }

        @Override
        public void start(Listener listener) {
            // Nobody is there.
        }

        @Override
        public Subscription subscribe(String subject, @Nullable String group, Receiver receiver) {
            return () -> {};
        }

        @Override
        public void publish(List<Parcel> parcels) {
            // Nobody hears it.
        }

        @Override
        public Link link() {
            return new Link(Link.State.DISCONNECTED, "none", null, null, null, null);
        }

        @Override
        public int maxPayload() {
            return 1 << 20;
        }
    }
}
