@NullMarked
package dev.waybill.server.observe;

import org.jspecify.annotations.NullMarked;
