@NullMarked
package dev.waybill.server.provider.matrix;

import org.jspecify.annotations.NullMarked;
