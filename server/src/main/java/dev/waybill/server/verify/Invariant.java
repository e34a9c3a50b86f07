package dev.waybill.server.verify;

import dev.waybill.server.store.ReadTx;
import java.util.List;

/// Something that holds at every moment, whatever was killed before: a sentence, and a query for whatever breaks it, which
/// says one text for each case.
record Invariant(String name, String promise, String breaches) {
    /// So many cases are told of each; more would not help anybody.
    static final int MOST = 20;

    List<String> broken(ReadTx tx) {
        return tx.list(breaches + "\nlimit " + MOST, row -> row.text(1));
    }
}
