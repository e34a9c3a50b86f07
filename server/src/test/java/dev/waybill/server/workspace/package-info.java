@NullMarked
package dev.waybill.server.workspace;

import org.jspecify.annotations.NullMarked;
