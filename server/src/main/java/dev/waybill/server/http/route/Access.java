package dev.waybill.server.http.route;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/// Who may call a route.
public sealed interface Access {
    /// No token is asked for. A handler that still wants one reads [Call#bearer()].
    record Anyone() implements Access {}

    /// A token of one of these roles is needed.
    record AnyOf(Set<Role> roles) implements Access {
        public AnyOf {
            roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
        }
    }

    static Access anyone() {
        return new Anyone();
    }

    static Access of(Role first, Role... more) {
        return new AnyOf(EnumSet.of(first, more));
    }
}
