@NullMarked
package dev.waybill.server.verify;

import org.jspecify.annotations.NullMarked;
