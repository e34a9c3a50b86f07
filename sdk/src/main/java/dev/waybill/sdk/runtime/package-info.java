/// Sessions of agents, started and stopped through actions: the runtime is yours, the actions are the same for all.
///
/// Uses the SDK as any program does, and knows nothing of its workings.
@NullMarked
package dev.waybill.sdk.runtime;

import org.jspecify.annotations.NullMarked;
