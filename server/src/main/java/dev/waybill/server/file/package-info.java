/// Files that agents upload and hand to each other.
///
/// Decides who may upload what and when a file is there; the bytes are in the store's folder, the rest in its tables.
@NullMarked
package dev.waybill.server.file;

import org.jspecify.annotations.NullMarked;
