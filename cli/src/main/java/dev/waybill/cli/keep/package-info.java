/// Commands about a data folder as a whole: prove that it is sound, copy it, put a copy back.
///
/// They work on the folder itself, with or without a server in it, and ask no server for anything: whoever may read the
/// folder may do so anyway, and nobody else can.
@NullMarked
package dev.waybill.cli.keep;

import org.jspecify.annotations.NullMarked;
