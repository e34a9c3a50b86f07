@NullMarked
package dev.waybill.server.source;

import org.jspecify.annotations.NullMarked;
