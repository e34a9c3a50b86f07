@NullMarked
package dev.waybill.examples;

import org.jspecify.annotations.NullMarked;
