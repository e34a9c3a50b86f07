@NullMarked
package dev.waybill.server.provider.telegram;

import org.jspecify.annotations.NullMarked;
