package dev.waybill.server.workspace;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.NodeId;
import dev.waybill.protocol.id.ObserverId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.observe.ObserverFilters;
import dev.waybill.protocol.observe.ObserverScope;
import dev.waybill.protocol.token.Token;
import dev.waybill.protocol.token.TokenKind;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Tells whom a token belongs to.
public final class Credentials {
    private static final String AGENT_NAME = "select name from agent where id = ?";
    private static final String OBSERVER = "select scopes, filters from observer where id = ?";

    private final Database database;
    private final InstantSource clock;
    private final Json json;
    private final TokenTable tokens = new TokenTable();

    public Credentials(Database database, InstantSource clock, Json json) {
        this.database = database;
        this.clock = clock;
        this.json = json;
    }

    /// Empty when nobody holds the token, or its time is over.
    public Optional<Caller> identify(Token token) {
        return database.read(
                tx ->
                        tokens.find(tx, token, clock.instant())
                                .map(grant -> caller(tx, token.kind(), grant)));
    }

    private Caller caller(ReadTx tx, TokenKind kind, TokenTable.Grant grant) {
        return switch (kind) {
            case WORKSPACE -> new Caller.Owner(grant.workspace());
            case AGENT -> agent(tx, grant);
            case NODE -> new Caller.Node(grant.workspace(), new NodeId(grant.owner()));
            case OBSERVER -> observer(tx, grant);
            case WEBHOOK -> new Caller.Webhook(grant.workspace(), grant.owner());
        };
    }

    private Caller observer(ReadTx tx, TokenTable.Grant grant) {
        return tx.first(
                        OBSERVER,
                        row ->
                                new Caller.Observer(
                                        grant.workspace(),
                                        new ObserverId(grant.owner()),
                                        scopes(row.text(1)),
                                        json.convert(
                                                json.tree(row.text(2)), ObserverFilters.class)),
                        grant.owner())
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "token of observer "
                                                + grant.owner()
                                                + " without observer"));
    }

    private Set<ObserverScope> scopes(String list) {
        return Arrays.stream(json.convert(json.tree(list), ObserverScope[].class))
                .collect(Collectors.toSet());
    }

    private static Caller agent(ReadTx tx, TokenTable.Grant grant) {
        AgentId id = AgentId.parse(grant.owner());
        String name =
                tx.first(AGENT_NAME, row -> row.text(1), id)
                        .orElseThrow(
                                () ->
                                        new IllegalStateException(
                                                "token of agent " + id + " without agent"));
        return new Caller.Agent(grant.workspace(), id, name);
    }
}
