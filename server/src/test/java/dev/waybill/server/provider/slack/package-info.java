@NullMarked
package dev.waybill.server.provider.slack;

import org.jspecify.annotations.NullMarked;
