@NullMarked
package dev.waybill.protocol.network.prompt;

import org.jspecify.annotations.NullMarked;
