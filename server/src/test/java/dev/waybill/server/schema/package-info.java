@NullMarked
package dev.waybill.server.schema;

import org.jspecify.annotations.NullMarked;
