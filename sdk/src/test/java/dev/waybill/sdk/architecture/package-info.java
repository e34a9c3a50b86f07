@NullMarked
package dev.waybill.sdk.architecture;

import org.jspecify.annotations.NullMarked;
