package dev.waybill.server.store;

import java.util.Locale;

/// The store could not do what was asked; [#kind()] says whether asking again may help.
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// Why the store refused or failed.
    public enum Kind {
        /// The queue was full until the deadline; nothing was written.
        BUSY(true),
        /// The deadline passed; nothing was written.
        TIMED_OUT(true),
        /// The caller was interrupted before its turn; nothing was written.
        INTERRUPTED(true),
        /// The database cannot be reached; nothing was written.
        UNAVAILABLE(true),
        /// The disk, or the database's share of it, is full; nothing was written.
        FULL(true),
        /// The connection or the patience ended during the commit: the write may or may not have happened.
        UNKNOWN_OUTCOME(true),
        /// A uniqueness or reference rule of the schema was broken.
        CONFLICT(false),
        /// The database file is damaged.
        CORRUPT(false),
        /// Another server uses the data folder.
        IN_USE(false),
        /// The schema is newer than this server.
        TOO_NEW(false),
        /// A statement is wrong, or the database reported something unforeseen.
        FAULT(false);

        private final boolean retryable;

        Kind(boolean retryable) {
            this.retryable = retryable;
        }

        /// For people who may not see more than the kind.
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final Kind kind;

    StoreException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    StoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /// Whether the same call may succeed later.
    public boolean retryable() {
        return kind.retryable;
    }
}
