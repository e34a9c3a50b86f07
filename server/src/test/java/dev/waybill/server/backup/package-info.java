@NullMarked
package dev.waybill.server.backup;

import org.jspecify.annotations.NullMarked;
