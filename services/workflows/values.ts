/** What other domains use of the language's values: durations, and schemas that cannot hold up the service. */
export { durationUpTo, millisecondsOf } from "./language/duration.ts";
export { readSchema, type ValueSchema } from "./language/json_schema.ts";
