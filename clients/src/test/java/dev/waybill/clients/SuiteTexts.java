package dev.waybill.clients;

import dev.waybill.protocol.json.Json;
import dev.waybill.protocol.json.JsonLimits;
import tools.jackson.databind.node.ObjectNode;

/// The JSON that the conformance suite of MCP expects of a server, as its descriptions have it.
final class SuiteTexts {
    /// One red pixel.
    static final String PNG =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

    /// No sound at all.
    static final String WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

    static final ObjectNode NO_ARGUMENTS = parse("{\"type\":\"object\",\"properties\":{}}");

    static final ObjectNode DIALECT_2020_12 =
            parse(
                    """
                    {"$schema": "https://json-schema.org/draft/2020-12/schema",
                     "type": "object",
                     "$defs": {"address": {"$anchor": "addressDef", "type": "object", "properties": {
                       "street": {"type": "string"}, "city": {"type": "string"}}}},
                     "properties": {
                       "name": {"type": "string"},
                       "address": {"$ref": "#/$defs/address"},
                       "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                       "phone": {"type": "string"},
                       "email": {"type": "string"}},
                     "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                     "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
                     "then": {"required": ["phone"]},
                     "else": {"required": ["email"]},
                     "additionalProperties": false}
                    """);

    static final ObjectNode IN_A_HEADER =
            parse(
                    """
                    {"type": "object", "properties": {
                      "region": {"type": "string", "x-mcp-header": "Region"}}, "required": ["region"]}
                    """);

    static final ObjectNode USER =
            parse(
                    """
                    {"type": "object", "properties": {
                       "username": {"type": "string", "description": "User's response"},
                       "email": {"type": "string", "description": "User's email address"}},
                     "required": ["username", "email"]}
                    """);

    static final ObjectNode DEFAULTS =
            parse(
                    """
                    {"type": "object", "properties": {
                       "name": {"type": "string", "default": "John Doe"},
                       "age": {"type": "integer", "default": 30},
                       "score": {"type": "number", "default": 95.5},
                       "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
                       "verified": {"type": "boolean", "default": true}},
                     "required": []}
                    """);

    static final ObjectNode ENUMS =
            parse(
                    """
                    {"type": "object", "properties": {
                       "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
                       "titledSingle": {"type": "string", "oneOf": [
                         {"const": "value1", "title": "First Option"},
                         {"const": "value2", "title": "Second Option"}]},
                       "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
                         "enumNames": ["Option One", "Option Two", "Option Three"]},
                       "untitledMulti": {"type": "array", "items": {"type": "string",
                         "enum": ["option1", "option2", "option3"]}},
                       "titledMulti": {"type": "array", "items": {"anyOf": [
                         {"const": "value1", "title": "First Choice"},
                         {"const": "value2", "title": "Second Choice"}]}}},
                     "required": []}
                    """);

    private SuiteTexts() {}

    static ObjectNode parse(String text) {
        return (ObjectNode) new Json(JsonLimits.DEFAULTS).tree(text);
    }

    static ObjectNode words(String text) {
        return Json.emptyObject().put("type", "text").put("text", text);
    }

    static ObjectNode image() {
        return Json.emptyObject()
                .put("type", "image")
                .put("data", PNG)
                .put("mimeType", "image/png");
    }

    static ObjectNode audio() {
        return Json.emptyObject()
                .put("type", "audio")
                .put("data", WAV)
                .put("mimeType", "audio/wav");
    }

    static ObjectNode embedded(String uri, String mimeType, String text) {
        ObjectNode content = Json.emptyObject().put("type", "resource");
        content.putObject("resource").put("uri", uri).put("mimeType", mimeType).put("text", text);
        return content;
    }

    /// A schema with one field that must be there.
    static ObjectNode field(String name, String type) {
        ObjectNode schema = Json.emptyObject().put("type", "object");
        schema.putObject("properties").putObject(name).put("type", type);
        schema.putArray("required").add(name);
        return schema;
    }
}
