@NullMarked
package dev.waybill.server.provider.sms;

import org.jspecify.annotations.NullMarked;
