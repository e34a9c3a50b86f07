package dev.waybill.cli.doctor;

/// Looks at one thing a server depends on.
interface Check {
    Finding look();
}
