@NullMarked
package dev.waybill.server.delivery;

import org.jspecify.annotations.NullMarked;
