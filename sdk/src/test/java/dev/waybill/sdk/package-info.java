@NullMarked
package dev.waybill.sdk;

import org.jspecify.annotations.NullMarked;
