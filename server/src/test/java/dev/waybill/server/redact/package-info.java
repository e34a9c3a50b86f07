@NullMarked
package dev.waybill.server.redact;

import org.jspecify.annotations.NullMarked;
