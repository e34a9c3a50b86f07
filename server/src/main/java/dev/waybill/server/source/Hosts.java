package dev.waybill.server.source;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.protocol.source.Host;
import dev.waybill.protocol.source.NewHost;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The accounts that sources belong to.
public final class Hosts {
    static final int MOST_KEY = 300;

    private final Supplies supplies;
    private final HostTable hosts;
    private final Chronicle chronicle;

    Hosts(Supplies supplies, Chronicle chronicle) {
        this.supplies = supplies;
        this.hosts = new HostTable(supplies.json());
        this.chronicle = chronicle;
    }

    /// The one of that type and key, made if there is none.
    public Host open(WorkspaceId workspace, NewHost wanted) {
        return supplies.database().write(tx -> open(tx, workspace, wanted));
    }

    Host open(Tx tx, WorkspaceId workspace, NewHost wanted) {
        check(wanted);
        return hosts.byKey(tx, workspace, wanted.hostType(), wanted.hostKey())
                .orElseGet(() -> add(tx, workspace, wanted));
    }

    private Host add(Tx tx, WorkspaceId workspace, NewHost wanted) {
        Instant now = supplies.clock().instant();
        Host host =
                new Host(
                        ShortId.mint("hst", supplies.random()),
                        wanted.hostType(),
                        wanted.hostKey(),
                        wanted.configRef(),
                        Objects.requireNonNullElseGet(wanted.config(), Json::emptyObject),
                        SourceStatus.ACTIVE.wire(),
                        now,
                        now);
        if (hosts.insert(tx, workspace, host)) {
            chronicle.host(tx, workspace, host.hostId(), host.hostType(), now);
            return host;
        }
        // Another server has made it meanwhile.
        return hosts.byKey(tx, workspace, wanted.hostType(), wanted.hostKey()).orElseThrow();
    }

    private static void check(NewHost wanted) {
        try {
            SourceType.at(wanted.hostType(), "");
        } catch (IllegalArgumentException e) {
            throw new Refusal(Reason.INVALID_REQUEST, String.valueOf(e.getMessage()));
        }
        key("hostKey", wanted.hostKey());
        credential(wanted.configRef());
        Secrets.refuse(wanted.config());
    }

    static void key(String name, @Nullable String key) {
        if (key == null || key.isBlank() || key.length() > MOST_KEY) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    name + " is blank or longer than " + MOST_KEY + " characters");
        }
    }

    static void credential(@Nullable String name) {
        if (name != null) {
            key("configRef", name);
        }
    }

    public Host find(WorkspaceId workspace, String id) {
        return supplies.database()
                .read(tx -> hosts.find(tx, workspace, id))
                .orElseThrow(() -> unknown(id));
    }

    public List<Host> all(WorkspaceId workspace, int limit) {
        return supplies.database().read(tx -> hosts.all(tx, workspace, limit));
    }

    static Refusal unknown(String id) {
        return new Refusal(Reason.UNKNOWN_HOST, "unknown host: " + id);
    }

    static ObjectNode orEmpty(@Nullable ObjectNode config) {
        return config == null ? Json.emptyObject() : config;
    }
}
