/** What other domains use of the language: durations, and schemas that cannot block the service. */
export { durationUpTo, millisecondsOf } from "../../ground/kernel/duration.ts";
export { readSchema, type ValueSchema } from "./language/json_schema.ts";
