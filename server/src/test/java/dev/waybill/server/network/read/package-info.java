@NullMarked
package dev.waybill.server.network.read;

import org.jspecify.annotations.NullMarked;
