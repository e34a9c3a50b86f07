package dev.waybill.bench.run;

import dev.waybill.bench.load.Rounds;
import java.nio.file.Path;

/// What a run was asked for.
///
/// @param folder where everybody's data lies, so that all use the same disk
record Bench(Path folder, Rounds rounds, Party party, Sizes sizes) {}
