@NullMarked
package dev.waybill.server.ingress.mail;

import org.jspecify.annotations.NullMarked;
