@NullMarked
package dev.waybill.server.provider.discord;

import org.jspecify.annotations.NullMarked;
