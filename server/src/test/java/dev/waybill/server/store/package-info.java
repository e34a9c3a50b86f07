@NullMarked
package dev.waybill.server.store;

import org.jspecify.annotations.NullMarked;
