package dev.waybill.server.workspace;

import dev.waybill.protocol.id.Snowflakes;
import dev.waybill.protocol.json.Json;
import dev.waybill.server.store.Database;
import java.security.SecureRandom;
import java.time.InstantSource;

/// What the keepers of workspaces, agents and channels work with. The JSON is that of the store.
public record Supplies(
        Database database, Snowflakes ids, InstantSource clock, SecureRandom random, Json json) {}
