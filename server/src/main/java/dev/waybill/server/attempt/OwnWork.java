package dev.waybill.server.attempt;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.protocol.outbound.ShortId;
import dev.waybill.server.store.Database;
import dev.waybill.server.store.ReadTx;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tells what was made from here, so that it does not come back as something new.
public final class OwnWork {
    private static final Pattern MARK =
            Pattern.compile("<!-- (?:waybill|agentinbox):(dlv_[2-9a-hjkmnp-tv-z]{12}) -->");

    private final Database database;
    private final AttemptTable attempts;

    OwnWork(Database database, AttemptTable attempts) {
        this.database = database;
        this.attempts = attempts;
    }

    /// Whether that, as its provider calls it, was made by an attempt of the workspace.
    public boolean ours(WorkspaceId workspace, String provider, String resourceId) {
        return database.read(tx -> attempts.ours(tx, workspace, provider, resourceId));
    }

    /// The same inside a transaction; for the id of an attempt, which a mark names, whether there is such an attempt.
    public boolean ours(ReadTx tx, WorkspaceId workspace, String provider, String resourceId) {
        return ShortId.is("dlv", resourceId)
                ? attempts.find(tx, workspace, resourceId).isPresent()
                : attempts.ours(tx, workspace, provider, resourceId);
    }

    /// Whether the text carries the mark of an attempt of the workspace.
    public boolean marked(WorkspaceId workspace, String text) {
        return mark(text)
                .map(id -> database.read(tx -> attempts.find(tx, workspace, id)).isPresent())
                .orElse(false);
    }

    /// The attempt whose mark the text carries; whether there is such an attempt is another matter.
    public static Optional<String> mark(String text) {
        Matcher found = MARK.matcher(text);
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
