/// Where calls may lead, and how they end.
@NullMarked
package dev.waybill.server.outbound;

import org.jspecify.annotations.NullMarked;
