@NullMarked
package dev.waybill.browser;

import org.jspecify.annotations.NullMarked;
