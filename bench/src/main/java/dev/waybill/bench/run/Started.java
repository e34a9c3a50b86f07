package dev.waybill.bench.run;

import dev.waybill.bench.load.Contender;
import java.util.List;

/// Those that were started, to be ended together.
record Started(List<? extends Contender> all) implements AutoCloseable {
    Started {
        all = List.copyOf(all);
    }

    @Override
    public void close() {
        for (Contender contender : all) {
            contender.close();
        }
    }
}
