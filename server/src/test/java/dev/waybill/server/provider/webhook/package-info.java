@NullMarked
package dev.waybill.server.provider.webhook;

import org.jspecify.annotations.NullMarked;
