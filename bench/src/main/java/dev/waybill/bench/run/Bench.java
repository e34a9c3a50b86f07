package dev.waybill.bench.run;

import dev.waybill.bench.load.Rounds;
import dev.waybill.bench.waybill.Entry;
import java.nio.file.Path;
import java.util.Set;

/// What a run was asked for.
///
/// @param folder where everybody's data lies, so that all use the same disk
/// @param ways the ways into Waybill that are measured, where a workload has several
/// @param grown the workloads of the growth
record Bench(
        Path folder,
        Rounds rounds,
        Party party,
        Sizes sizes,
        Set<Entry> ways,
        Set<Workloads> grown) {}
