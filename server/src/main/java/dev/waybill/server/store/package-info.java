/// The database: durable writes that share commits, reads that never wait for them, schema, data folder.
///
/// The only package that imports JDBC. Knows connections, transactions and SQL text handed in; knows no table but
/// the ones of its own bookkeeping.
@NullMarked
package dev.waybill.server.store;

import org.jspecify.annotations.NullMarked;
