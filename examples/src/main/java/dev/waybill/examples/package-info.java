/// Small programs that show the SDK at work. Each takes the server's address and the key of a workspace.
@NullMarked
package dev.waybill.examples;

import org.jspecify.annotations.NullMarked;
