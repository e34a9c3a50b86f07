@NullMarked
package dev.waybill.server.attempt;

import org.jspecify.annotations.NullMarked;
