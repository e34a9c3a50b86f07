/// Lays out for people what a server answered.
///
/// What others wrote is shown without the characters that a terminal would obey.
@NullMarked
package dev.waybill.cli.text;

import org.jspecify.annotations.NullMarked;
