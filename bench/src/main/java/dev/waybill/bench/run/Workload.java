package dev.waybill.bench.run;

import dev.waybill.bench.load.Result;
import java.util.List;

/// One of the workloads of the project.
interface Workload {
    List<Result> run(Bench bench) throws Exception;
}
