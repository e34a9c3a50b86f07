package dev.waybill.server.follow;

import dev.waybill.server.refusal.Reason;
import java.util.Optional;
import java.util.function.Predicate;

/// What watchers of one kind do about what happens.
public interface Duty<W extends Watcher> {
    /// The watcher, if it may act.
    Optional<W> find(String id);

    /// What concerns it; asked for once for many happenings.
    Predicate<Happening> interest(W watcher);

    /// Acts, once even if it is asked twice, and keeps the place with [Bookmarks#acted]. Throws a
    /// [dev.waybill.server.refusal.Refusal] when it cannot.
    void act(W watcher, Happening happening);

    /// Whether what is refused for this reason may be tried again.
    boolean mayPass(Reason reason);
}
