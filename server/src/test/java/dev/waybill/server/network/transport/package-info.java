@NullMarked
package dev.waybill.server.network.transport;

import org.jspecify.annotations.NullMarked;
