package dev.waybill.server.attempt;

import dev.waybill.server.provider.Operation;
import dev.waybill.server.provider.Provider;
import dev.waybill.server.provider.Surface;

/// What is to be done, as its provider declares it.
record Spot(Provider provider, Surface surface, Operation operation) {}
