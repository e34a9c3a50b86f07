/// Faults, done to the real server in a process of its own, and the proof that it kept its promises.
///
/// Everything that is left to chance comes from one seed (`-Dfaults.seed`), which each run prints; `-Dfaults.rounds` says
/// how often.
@NullMarked
package dev.waybill.faults;

import org.jspecify.annotations.NullMarked;
