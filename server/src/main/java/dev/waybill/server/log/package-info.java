/// Where log lines go and what they look like: standard error, as text for people or as JSON lines for collectors.
///
/// The only package that knows logback; everything else logs through slf4j. What others wrote is escaped here, so that
/// it cannot forge a line.
@NullMarked
package dev.waybill.server.log;

import org.jspecify.annotations.NullMarked;
