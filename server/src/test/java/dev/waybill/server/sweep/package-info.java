@NullMarked
package dev.waybill.server.sweep;

import org.jspecify.annotations.NullMarked;
