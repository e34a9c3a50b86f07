@NullMarked
package dev.waybill.server.credential;

import org.jspecify.annotations.NullMarked;
