package dev.waybill.protocol.json;

/// Takes the fields of an object that holds nothing but texts and whole numbers; see [Json#readFlat].
public interface FlatFields {
    /// False when the field is not expected here.
    boolean text(String name, String value);

    /// False when the field is not expected here.
    boolean number(String name, long value);
}
