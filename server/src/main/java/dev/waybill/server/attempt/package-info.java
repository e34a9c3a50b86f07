/// Attempts: operations at providers that somebody asked for, each kept before the provider is called and followed until it
/// is known what became of it.
///
/// The store is the queue: whoever runs an attempt has claimed it there, so that of several servers one does. Knows
/// providers by their interface alone. Who may ask for what, which credential serves, and where an item came from is told
/// to it through interfaces of its own.
@NullMarked
package dev.waybill.server.attempt;

import org.jspecify.annotations.NullMarked;
