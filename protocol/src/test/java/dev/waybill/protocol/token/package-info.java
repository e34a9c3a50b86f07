@NullMarked
package dev.waybill.protocol.token;

import org.jspecify.annotations.NullMarked;
