// Checks payloads against the schemas that tables and the hall use (schemas.js), as wire/protocol.py does.
"use strict";

const REFERENCE = "#/$defs/";
const patterns = new Map();

const TYPES = {
  object: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  null: (value) => value === null,
};

const LIMITS = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  maxLength: (value, limit) => [...value].length <= limit,
  minItems: (value, limit) => value.length >= limit,
  maxItems: (value, limit) => value.length <= limit,
  maxProperties: (value, limit) => Object.keys(value).length <= limit,
  enum: (value, allowed) => allowed.includes(value),
  pattern: (value, text) => {
    if (!patterns.has(text)) patterns.set(text, new RegExp(text, "u"));
    return patterns.get(text).test(value);
  },
};

// Whether a value is what a schema allows.
function fits(value, schema) {
  if (schema.$ref) return fits(value, schemas.$defs[schema.$ref.slice(REFERENCE.length)]);
  if (![schema.type].flat().some((name) => TYPES[name](value))) return false;
  if (value === null) return true;
  for (const [word, limit] of Object.entries(schema)) {
    if (Object.hasOwn(LIMITS, word) && !LIMITS[word](value, limit)) return false;
  }
  if (Array.isArray(value)) return !schema.items || value.every((item) => fits(item, schema.items));
  return typeof value !== "object" || fitsInside(value, schema);
}

function fitsInside(value, schema) {
  const known = schema.properties ?? {};
  if (!(schema.required ?? []).every((key) => Object.hasOwn(value, key))) return false;
  return Object.entries(value).every(([key, held]) => {
    if (schema.propertyNames && !fits(key, schema.propertyNames)) return false;
    if (Object.hasOwn(known, key)) return fits(held, known[key]);
    return schema.additionalProperties === false ? false : !schema.additionalProperties || fits(held, schema.additionalProperties);
  });
}

// What a payload says; null if it isn't of its kind.
function readPayload(kind, payload) {
  const { maxBytes, schema } = schemas.kinds[kind];
  if (payload.length > maxBytes) return null;
  try {
    const value = JSON.parse(payload.toString());
    return fits(value, schema) ? value : null;
  } catch {
    return null;
  }
}

// The kind of payload of a topic, by what follows the hall's name; undefined for one that no page shows.
function kindOf(what) {
  const levels = what.split("/");
  if (levels[0] === "hall" && levels[1] === "round") return "round";
  if (levels[0] === "hall" && ["link", "seating", "tournament", "standings", "unplaced", "log"].includes(levels[1])) return levels[1];
  return levels[0] === "table" && ["link", "state"].includes(levels[2]) ? levels[2] : undefined;
}
