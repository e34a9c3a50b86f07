package dev.waybill.sdk.schema;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a text looks like, as a regular expression: `^` and `$` bind it to the ends.
///
/// ```java
/// record Branch(@Matches("^[a-z0-9/-]+$") String name) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Matches {
    String value();
}
