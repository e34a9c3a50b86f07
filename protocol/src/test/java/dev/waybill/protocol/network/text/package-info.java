@NullMarked
package dev.waybill.protocol.network.text;

import org.jspecify.annotations.NullMarked;
