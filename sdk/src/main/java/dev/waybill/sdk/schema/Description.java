package dev.waybill.sdk.schema;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What something is, in words for those who call: people and models.
///
/// ```java
/// record Query(@Description("What to look for, in plain words") String text) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.TYPE})
public @interface Description {
    String value();
}
