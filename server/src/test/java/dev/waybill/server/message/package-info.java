@NullMarked
package dev.waybill.server.message;

import org.jspecify.annotations.NullMarked;
