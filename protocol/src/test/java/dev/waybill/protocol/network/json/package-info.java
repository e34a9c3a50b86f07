@NullMarked
package dev.waybill.protocol.network.json;

import org.jspecify.annotations.NullMarked;
