package dev.waybill.server.backup;

import java.util.List;

/// A backup could not be made or put back; the reasons are for the person who asked for it.
public final class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> reasons;

    BackupException(String reason) {
        this(List.of(reason));
    }

    BackupException(List<String> reasons) {
        super(String.join("\n", reasons));
        this.reasons = List.copyOf(reasons);
    }

    public List<String> reasons() {
        return reasons;
    }
}
