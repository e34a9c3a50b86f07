/// Matrix: messages and reactions in rooms and threads, through a homeserver.
///
/// Knows the client-server API as far as it sends, and keeps nothing.
@NullMarked
package dev.waybill.server.provider.matrix;

import org.jspecify.annotations.NullMarked;
