package dev.waybill.server.provider.webhook;

import java.util.List;

/// A file of declarations that cannot be used, with everything that is wrong with it.
public final class DeclarationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    DeclarationException(List<String> faults) {
        super(String.join("\n", faults));
        this.faults = List.copyOf(faults);
    }

    /// Each names the file, the place in it and what is written there.
    public List<String> faults() {
        return faults;
    }
}
