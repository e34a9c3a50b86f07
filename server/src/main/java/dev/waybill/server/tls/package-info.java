/// Certificates and private keys: the server's own, read from PEM files and read again when the files change, and what a
/// client needs that connects elsewhere.
///
/// Knows the JDK's key and certificate types only; whoever uses it decides where the key store goes.
@NullMarked
package dev.waybill.server.tls;

import org.jspecify.annotations.NullMarked;
