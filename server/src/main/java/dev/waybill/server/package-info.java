/// The server as a whole: puts the parts together, starts them in order and stops them in reverse.
@NullMarked
package dev.waybill.server;

import org.jspecify.annotations.NullMarked;
