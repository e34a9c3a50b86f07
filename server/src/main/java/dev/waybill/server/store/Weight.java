package dev.waybill.server.store;

import java.util.function.ToLongFunction;

/// How heavy a row is, and how much of them is too much to hold at once.
public record Weight<T>(ToLongFunction<T> of, long most) {}
