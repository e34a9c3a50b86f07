/// Files, from the announcement to the download.
@NullMarked
package dev.waybill.server.file;

import org.jspecify.annotations.NullMarked;
