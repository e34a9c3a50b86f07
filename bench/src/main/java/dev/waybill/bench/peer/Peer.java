package dev.waybill.bench.peer;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.process.Programs;
import dev.waybill.bench.waybill.Entry;
import dev.waybill.bench.waybill.Limit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The systems that may take part, by the names they are asked for.
public enum Peer {
    NATS("nats-server", "nats-server"),
    RABBITMQ("rabbitmq-server", "rabbitmq-server"),
    REDIS("redis-server", "redis-server"),
    POSTGRES("initdb", "postgresql"),

    /// Part of the bench itself.
    LIMIT("", "");

    private final String program;
    private final String debianPackage;

    Peer(String program, String debianPackage) {
        this.program = program;
        this.debianPackage = debianPackage;
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Peer> named(String title) {
        return List.of(values()).stream().filter(peer -> peer.title().equals(title)).findFirst();
    }

    /// Why it cannot take part.
    public Optional<String> missing(Programs programs) {
        return program.isEmpty() || programs.find(program).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "%s takes no part: there is no %s here; on Debian: apt-get install %s"
                                .formatted(title(), program, debianPackage));
    }

    /// Starts it with a folder of its own below the one given; the limit once for each way in.
    public List<Contender> start(Programs programs, Path folder, List<Entry> limits)
            throws Exception {
        return switch (this) {
            case NATS -> List.of(NatsPeer.start(programs, folder));
            case RABBITMQ -> List.of(RabbitPeer.start(programs, folder));
            case REDIS -> List.of(RedisPeer.start(programs, folder));
            case POSTGRES -> List.of(PostgresPeer.start(programs, folder));
            case LIMIT -> limits(folder, limits);
        };
    }

    private static List<Contender> limits(Path folder, List<Entry> entries)
            throws IOException, InterruptedException {
        List<Contender> started = new ArrayList<>();
        for (Entry entry : entries) {
            started.add(Limit.start(folder, entry));
        }
        return started;
    }
}
