@NullMarked
package dev.waybill.server.network;

import org.jspecify.annotations.NullMarked;
