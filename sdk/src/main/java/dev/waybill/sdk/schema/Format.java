package dev.waybill.sdk.schema;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A format that JSON Schema knows, such as `uri`, `email` or `hostname`. The types of `java.time`, `URI` and `UUID` have theirs.
///
/// ```java
/// record Link(@Format("uri") String url) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Format {
    String value();
}
