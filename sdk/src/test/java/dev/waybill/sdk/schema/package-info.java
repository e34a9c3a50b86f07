@NullMarked
package dev.waybill.sdk.schema;

import org.jspecify.annotations.NullMarked;
