@NullMarked
package dev.waybill.server.node;

import org.jspecify.annotations.NullMarked;
