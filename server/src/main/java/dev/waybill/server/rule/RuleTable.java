package dev.waybill.server.rule;

import dev.waybill.protocol.id.AgentId;
import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.rule.Rule;
import dev.waybill.protocol.rule.RuleFilter;
import dev.waybill.protocol.rule.RuleTarget;
import dev.waybill.server.store.ReadTx;
import dev.waybill.server.store.Row;
import dev.waybill.server.store.Tx;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Rules and how far each has come.
final class RuleTable {
    static final String NAME = "rule";

    private static final String INSERT =
            """
            insert into rule (id, workspace_id, agent_id, speaker_id, name, events, channel, recipient, text, terms,
                              is_enabled, created_at, cursor_seq)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String SELECT =
            """
            select r.id, r.workspace_id, r.agent_id, o.name, r.speaker_id, s.name, r.name, r.events, r.channel,
                   r.recipient, r.text, r.terms, r.is_enabled, r.last_triggered_at, r.created_at, r.updated_at,
                   r.last_error, r.cursor_seq, r.failing_since
            from rule r
            join author s on s.id = r.speaker_id
            left join author o on o.id = r.agent_id\
            """;
    private static final String ACTIVE =
            """
             where r.is_enabled = 1
            and exists (select 1 from agent a where a.id = r.speaker_id and a.deleted_at is null)
            and (r.agent_id is null
                 or exists (select 1 from agent a where a.id = r.agent_id and a.deleted_at is null))\
            """;
    private static final String CHANGE =
            """
            update rule
            set speaker_id = ?, name = ?, events = ?, channel = ?, recipient = ?, text = ?, terms = ?, is_enabled = ?,
                updated_at = ?, cursor_seq = ?, failing_since = null, last_error = null
            where id = ?
            """;
    private static final String DELETE = "delete from rule where id = ?";
    private static final String COUNT = "select count(*) from rule where workspace_id = ?";
    private static final String COUNT_OF_AGENT = "select count(*) from rule where agent_id = ?";
    private static final String CHANNEL =
            """
            select 1 from channel
            where workspace_id = ? and name = ? and kind = 'channel' and is_archived = 0
            """;
    private static final String AGENT =
            "select 1 from agent where workspace_id = ? and name = ? and deleted_at is null";

    private final Json json;

    RuleTable(Json json) {
        this.json = json;
    }

    void insert(Tx tx, KeptRule kept) {
        Rule rule = kept.rule();
        tx.execute(
                INSERT,
                rule.id(),
                kept.workspace(),
                kept.owner(),
                kept.speaker(),
                rule.name(),
                json.text(rule.on()),
                rule.target().channel(),
                rule.target().agent(),
                rule.text(),
                json.text(Terms.of(rule)),
                rule.enabled() ? 1 : 0,
                rule.createdAt(),
                kept.cursor());
    }

    void change(Tx tx, KeptRule kept) {
        Rule rule = kept.rule();
        tx.execute(
                CHANGE,
                kept.speaker(),
                rule.name(),
                json.text(rule.on()),
                rule.target().channel(),
                rule.target().agent(),
                rule.text(),
                json.text(Terms.of(rule)),
                rule.enabled() ? 1 : 0,
                rule.updatedAt(),
                kept.cursor(),
                rule.id());
    }

    Optional<KeptRule> find(ReadTx tx, String id) {
        return tx.first(SELECT + " where r.id = ?", this::read, id);
    }

    /// Only if it is switched on, and those who speak for it are still there.
    Optional<KeptRule> active(ReadTx tx, String id) {
        return tx.first(SELECT + ACTIVE + " and r.id = ?", this::read, id);
    }

    /// Those of every workspace.
    List<KeptRule> active(ReadTx tx) {
        return tx.list(SELECT + ACTIVE + " order by r.id limit 10000", this::read);
    }

    List<KeptRule> all(ReadTx tx, WorkspaceId workspace) {
        return tx.list(
                SELECT + " where r.workspace_id = ? order by r.created_at, r.id limit 1000",
                this::read,
                workspace);
    }

    long count(ReadTx tx, WorkspaceId workspace) {
        return tx.first(COUNT, row -> row.number(1), workspace).orElse(0L);
    }

    long count(ReadTx tx, AgentId agent) {
        return tx.first(COUNT_OF_AGENT, row -> row.number(1), agent).orElse(0L);
    }

    void delete(Tx tx, String id) {
        tx.execute(DELETE, id);
    }

    boolean hasChannel(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(CHANNEL, row -> row.number(1), workspace, name).isPresent();
    }

    boolean hasAgent(ReadTx tx, WorkspaceId workspace, String name) {
        return tx.first(AGENT, row -> row.number(1), workspace, name).isPresent();
    }

    private KeptRule read(Row row) {
        Long owner = row.numberOrNull(3);
        return new KeptRule(
                new WorkspaceId(row.number(2)),
                rule(row, json.convert(json.tree(row.text(12)), Terms.class)),
                owner == null ? null : new AgentId(owner),
                new AgentId(row.number(5)),
                row.number(18),
                row.instantOrNull(19));
    }

    private Rule rule(Row row, Terms terms) {
        @Nullable String owner = row.textOrNull(4);
        return new Rule(
                row.text(1),
                row.textOrNull(7),
                json.convert(json.tree(row.text(8)), RuleFilter.class),
                new RuleTarget(row.textOrNull(9), row.textOrNull(10)),
                row.textOrNull(11),
                terms.mode(),
                terms.deliveryMode(),
                terms.priority(),
                terms.ttlMs(),
                row.flag(13),
                owner,
                row.text(6),
                row.instantOrNull(14),
                row.instant(15),
                row.instantOrNull(16),
                row.textOrNull(17));
    }
}
