@NullMarked
package dev.waybill.server.provider;

import org.jspecify.annotations.NullMarked;
