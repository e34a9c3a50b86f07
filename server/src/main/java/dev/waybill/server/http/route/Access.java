package dev.waybill.server.http.route;

import dev.waybill.protocol.observe.ObserverScope;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Who may call a route.
public sealed interface Access {
    /// No token is asked for. A handler that still wants one reads [Call#bearer()].
    record Anyone() implements Access {}

    /// A token of one of these roles is needed; observers need the scope as well, if there is one.
    record AnyOf(Set<Role> roles, @Nullable ObserverScope scope) implements Access {
        public AnyOf {
            roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
        }

        /// Admits observers with this scope too.
        public AnyOf orObserver(ObserverScope needed) {
            Set<Role> more = EnumSet.copyOf(roles);
            more.add(Role.OBSERVER);
            return new AnyOf(more, needed);
        }
    }

    static Access anyone() {
        return new Anyone();
    }

    static AnyOf of(Role first, Role... more) {
        return new AnyOf(EnumSet.of(first, more), null);
    }
}
