package dev.waybill.bench.peer;

import dev.waybill.bench.load.Contender;
import dev.waybill.bench.process.Programs;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The systems that may take part, by the names they are asked for.
public enum Peer {
    NATS("nats-server", "nats-server", NatsPeer::start),
    RABBITMQ("rabbitmq-server", "rabbitmq-server", RabbitPeer::start),
    REDIS("redis-server", "redis-server", RedisPeer::start),
    POSTGRES("initdb", "postgresql", PostgresPeer::start);

    private final String program;
    private final String debianPackage;
    private final Start start;

    Peer(String program, String debianPackage, Start start) {
        this.program = program;
        this.debianPackage = debianPackage;
        this.start = start;
    }

    /// Starts it with a folder below the one given.
    private interface Start {
        Contender start(Programs programs, Path folder) throws Exception;
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Peer> named(String title) {
        return List.of(values()).stream().filter(peer -> peer.title().equals(title)).findFirst();
    }

    /// Why it cannot take part.
    public Optional<String> missing(Programs programs) {
        return programs.find(program).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "%s takes no part: there is no %s here; on Debian: apt-get install %s"
                                .formatted(title(), program, debianPackage));
    }

    public Contender start(Programs programs, Path folder) throws Exception {
        return start.start(programs, folder);
    }
}
