package dev.waybill.bench.messaging;

import java.nio.file.Path;
import java.util.List;

/// One of the workloads of the project, by its name.
interface Workload {
    String name();

    List<Row> run(Path folder, Rounds rounds) throws Exception;
}
