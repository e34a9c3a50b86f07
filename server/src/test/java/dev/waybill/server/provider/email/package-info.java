@NullMarked
package dev.waybill.server.provider.email;

import org.jspecify.annotations.NullMarked;
