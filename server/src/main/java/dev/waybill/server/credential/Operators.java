package dev.waybill.server.credential;

import dev.waybill.protocol.id.WorkspaceId;
import dev.waybill.server.provider.Credential;
import dev.waybill.server.store.Database;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The operator's own credentials, one for each provider, and which workspaces may use them.
public final class Operators {
    private static final String ALL = "all";
    private static final String FIRST = "first";
    private static final String NONE = "none";
    private static final String OLDEST = "select id from workspace order by id limit 1";

    private final Map<String, Credential> credentials;
    private final Users users;

    private Operators(Map<String, Credential> credentials, Users users) {
        this.credentials = Map.copyOf(credentials);
        this.users = users;
    }

    /// Those who may.
    private interface Users {
        boolean include(Database database, WorkspaceId workspace);
    }

    /// `workspaces` are `all`, `first`, `none`, or ids with commas between them.
    public static Operators of(Map<String, Credential> credentials, String workspaces) {
        return new Operators(
                credentials,
                switch (workspaces) {
                    case ALL -> (_, _) -> true;
                    case NONE -> (_, _) -> false;
                    case FIRST -> Operators::isFirst;
                    default -> {
                        Set<String> ids =
                                Arrays.stream(workspaces.split(",", -1))
                                        .map(String::strip)
                                        .collect(Collectors.toUnmodifiableSet());
                        yield (_, workspace) -> ids.contains(workspace.text());
                    }
                });
    }

    /// Whom nobody named: where anyone may make a workspace, only the first one is the operator's.
    public static String usual(boolean openToAll) {
        return openToAll ? FIRST : ALL;
    }

    Optional<Credential> find(Database database, WorkspaceId workspace, String provider) {
        return Optional.ofNullable(credentials.get(provider))
                .filter(_ -> users.include(database, workspace));
    }

    /// Whether it is the workspace that the server made at its first start; one that is gone stays the first.
    public static boolean isFirst(Database database, WorkspaceId workspace) {
        return database.read(tx -> tx.first(OLDEST, row -> row.number(1)))
                .filter(id -> id == workspace.value())
                .isPresent();
    }
}
