@NullMarked
package dev.waybill.server.architecture;

import org.jspecify.annotations.NullMarked;
