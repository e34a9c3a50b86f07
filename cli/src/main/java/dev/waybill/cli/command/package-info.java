/// What every command is made of: its words and options, the terminal it talks to, and how it ends.
///
/// Knows no command in particular.
@NullMarked
package dev.waybill.cli.command;

import org.jspecify.annotations.NullMarked;
