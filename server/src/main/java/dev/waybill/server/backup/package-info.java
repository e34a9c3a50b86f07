/// Copies a data folder while a server works in it, and puts such a copy back.
///
/// Knows files and the store. Knows no table but the one of uploaded files, whose bytes lie beside the database.
@NullMarked
package dev.waybill.server.backup;

import org.jspecify.annotations.NullMarked;
