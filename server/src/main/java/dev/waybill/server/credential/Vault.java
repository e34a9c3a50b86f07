package dev.waybill.server.credential;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.outbound.CredentialView;
import dev.waybill.protocol.outbound.NewCredential;
import dev.waybill.server.credential.CredentialTable.Sealed;
import dev.waybill.server.ledger.Ledger;
import dev.waybill.server.ledger.LedgerEntry;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.provider.Providers;
import dev.waybill.server.refusal.Reason;
import dev.waybill.server.refusal.Refusal;
import dev.waybill.server.store.StoreException;
import dev.waybill.server.store.Tx;
import dev.waybill.server.workspace.Supplies;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Keeps the credentials of workspaces sealed, and finds the one a call is made with.
public final class Vault {
    static final int MAX_PER_WORKSPACE = 200;

    private static final int PAGE = 200;
    private static final int MOST_PAGES = 100;

    private final Supplies supplies;
    private final Ledger ledger;
    private final Seal seal;
    private final CredentialChecks checks;
    private final Operators operators;
    private final CredentialTable table = new CredentialTable();

    public Vault(
            Supplies supplies,
            Ledger ledger,
            Providers providers,
            byte[] key,
            Operators operators) {
        this.supplies = supplies;
        this.ledger = ledger;
        this.seal = new Seal(key, supplies.random());
        this.checks = new CredentialChecks(providers);
        this.operators = operators;
    }

    /// Replaces what is there under that name.
    public CredentialView put(WorkspaceId workspace, String name, NewCredential wanted) {
        checks.check(name, wanted);
        Instant now = supplies.clock().instant();
        try {
            return supplies.database().write(tx -> put(tx, workspace, name, wanted, now));
        } catch (StoreException e) {
            if (e.kind() != StoreException.Kind.CONFLICT) {
                throw e;
            }
            // Another server has just set another default; by now it can be seen.
            return supplies.database().write(tx -> put(tx, workspace, name, wanted, now));
        }
    }

    public List<CredentialView> all(WorkspaceId workspace) {
        return supplies.database().read(tx -> table.all(tx, workspace));
    }

    public void delete(WorkspaceId workspace, String name) {
        supplies.database()
                .write(
                        tx -> {
                            Sealed kept =
                                    table.find(tx, workspace, name)
                                            .orElseThrow(() -> unknown(name));
                            table.delete(tx, workspace, name);
                            record(tx, workspace, "credential.deleted", kept.view());
                            return true;
                        });
    }

    /// The named one; else the workspace's default for the provider; else the operator's own. A name that leads nowhere
    /// is refused: what was meant for one account must not go out under another.
    public Optional<Credential> find(
            WorkspaceId workspace, String provider, @Nullable String name) {
        Optional<Sealed> kept =
                supplies.database()
                        .read(
                                tx ->
                                        name == null
                                                ? table.standard(tx, workspace, provider)
                                                : table.find(tx, workspace, name)
                                                        .filter(
                                                                one ->
                                                                        one.view()
                                                                                .provider()
                                                                                .equals(provider)));
        if (kept.isEmpty() && name != null) {
            throw unknown(name);
        }
        return kept.map(one -> opened(workspace, one)).or(() -> operators(workspace, provider));
    }

    /// The workspace's own of that name, if it is there.
    public Optional<Credential> named(WorkspaceId workspace, String provider, String name) {
        return supplies.database()
                .read(tx -> table.find(tx, workspace, name))
                .filter(one -> one.view().provider().equals(provider))
                .map(one -> opened(workspace, one));
    }

    /// The operator's own, whatever the workspace has, if it may use them.
    public Optional<Credential> operators(WorkspaceId workspace, String provider) {
        return operators.find(supplies.database(), workspace, provider);
    }

    /// Forgets those of workspaces that are gone, so many at a time that others can sweep as well.
    public void sweep() {
        Instant now = supplies.clock().instant();
        for (int i = 0;
                i < MOST_PAGES
                        && !supplies.database().read(tx -> table.orphans(tx, now, 1)).isEmpty();
                i++) {
            supplies.database().write(tx -> forget(tx, now));
        }
    }

    private boolean forget(Tx tx, Instant now) {
        List<CredentialTable.Orphan> orphans = table.orphans(tx, now, PAGE);
        orphans.forEach(one -> table.delete(tx, one.workspace(), one.name()));
        return true;
    }

    private CredentialView put(
            Tx tx, WorkspaceId workspace, String name, NewCredential wanted, Instant now) {
        Optional<Sealed> before = table.find(tx, workspace, name);
        if (before.isEmpty() && table.count(tx, workspace) >= MAX_PER_WORKSPACE) {
            throw new Refusal(
                    Reason.INVALID_REQUEST,
                    "The workspace has " + MAX_PER_WORKSPACE + " credentials already");
        }
        Map<String, String> fields = CredentialChecks.trimmed(wanted.fields());
        boolean standard =
                wanted.isDefault() == null
                        ? table.standard(tx, workspace, wanted.provider())
                                .filter(one -> !one.view().name().equals(name))
                                .isEmpty()
                        : wanted.isDefault();
        CredentialView view =
                new CredentialView(
                        name,
                        wanted.provider(),
                        fields.keySet().stream().sorted().toList(),
                        standard,
                        before.map(one -> one.view().createdAt()).orElse(now),
                        now);
        String closed = seal.close(supplies.json().text(fields), place(workspace, view));
        table.put(tx, workspace, new Sealed(view, closed, seal.keyId()), now);
        record(tx, workspace, before.isEmpty() ? "credential.created" : "credential.updated", view);
        return view;
    }

    private Credential opened(WorkspaceId workspace, Sealed kept) {
        String text =
                seal.open(kept.sealed(), place(workspace, kept.view()))
                        .orElseThrow(() -> unreadable(kept));
        Map<String, String> fields = new HashMap<>();
        JsonNode tree = supplies.json().tree(text);
        tree.propertyStream()
                .forEach(entry -> fields.put(entry.getKey(), entry.getValue().asString()));
        return new Credential(kept.view().name(), fields, false);
    }

    private Refusal unreadable(Sealed kept) {
        String words =
                kept.keyId().equals(seal.keyId())
                        ? "Credential \"%s\" is damaged; set it again"
                        : "Credential \"%s\" was sealed with another key than this server has; see providers.key";
        return new Refusal(Reason.PROVIDER_NOT_CONFIGURED, words.formatted(kept.view().name()));
    }

    private static String place(WorkspaceId workspace, CredentialView view) {
        return workspace.text() + "/" + view.provider() + "/" + view.name();
    }

    private static Refusal unknown(String name) {
        return new Refusal(Reason.UNKNOWN_CREDENTIAL, "unknown credential: " + name);
    }

    private void record(Tx tx, WorkspaceId workspace, String type, CredentialView view) {
        ObjectNode payload = Json.emptyObject();
        payload.put("credential", view.name());
        payload.put("provider", view.provider());
        ledger.append(
                tx,
                workspace,
                new LedgerEntry(
                        type, null, null, view.name(), payload, supplies.clock().instant()));
    }
}
