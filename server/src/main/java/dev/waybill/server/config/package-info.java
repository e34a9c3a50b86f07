/// What an operator may set, as small records that are read once at start and passed by constructor.
///
/// Knows files, environment and flags only while reading; nothing here is reachable statically.
@NullMarked
package dev.waybill.server.config;

import org.jspecify.annotations.NullMarked;
