import assert from "node:assert/strict";
import { narratedTypes } from "../../services/runs/narrate.ts";
import { EVENT_TYPES, OF_RUNS } from "../store/arbitrary_events.ts";

Deno.test("every type of event that belongs to a run has a sentence, and every sentence a type", () => {
  const narrated = new Set(narratedTypes());
  const ofRuns = EVENT_TYPES.filter(({ kind }) => OF_RUNS.includes(kind)).map(({ type }) => type);
  assert.deepEqual(ofRuns.filter((type) => !narrated.has(type)), []);
  const declared = new Set(EVENT_TYPES.map(({ type }) => type));
  assert.deepEqual([...narrated].filter((type) => !declared.has(type)), []);
});

Deno.test("types of events are lower-case, dotted and past tense or a state, as semantics names them", () => {
  for (const { type } of EVENT_TYPES) assert.match(type, /^[a-z]+(?:_[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/);
});
