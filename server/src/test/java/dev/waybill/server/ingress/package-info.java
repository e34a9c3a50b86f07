@NullMarked
package dev.waybill.server.ingress;

import org.jspecify.annotations.NullMarked;
