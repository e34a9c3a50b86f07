/// What `waybill doctor` looks at: one small class per thing that can be wrong with a machine.
///
/// A check only looks; it changes nothing, creates nothing and never throws for what it finds.
@NullMarked
package dev.waybill.cli.doctor;

import org.jspecify.annotations.NullMarked;
