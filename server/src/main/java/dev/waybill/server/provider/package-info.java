/// The systems that messages come from and answers go to: what each can do, and how it is asked to.
///
/// Knows handles, operations and the one HTTP client. What an operation means is known to its provider alone; who may
/// use it, and what is put down about it, to nobody here.
@NullMarked
package dev.waybill.server.provider;

import org.jspecify.annotations.NullMarked;
