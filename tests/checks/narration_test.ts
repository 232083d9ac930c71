import assert from "node:assert/strict";
import { splitStream } from "../../store/event.ts";
import { registry } from "../../store/mod.ts";
import { narrate } from "../../store/registry.ts";
import { EVENT_TYPES } from "../store/arbitrary_events.ts";
import { fixtureKinds, fixtureOf } from "../store/fixtures.ts";

Deno.test("every recorded event has its own sentence, also one that an older version wrote", () => {
  for (const event of fixtureKinds().flatMap(fixtureOf)) {
    const data = registry.streams[splitStream(event.stream).kind]!.events[event.type]!.parse(event.data);
    const sentence = narrate({ ...event, data });
    assert.notEqual(sentence, event.type);
    assert.doesNotMatch(sentence, /undefined|null|NaN|\[object/, event.type);
  }
});

Deno.test("an erased event has only its type", () => {
  const [event] = fixtureOf("run");
  assert.equal(narrate({ ...event!, data: null }), event!.type);
});

Deno.test("types of events are lower-case, dotted and past tense or a state, as semantics names them", () => {
  for (const { type } of EVENT_TYPES) assert.match(type, /^[a-z]+(?:_[a-z]+)*\.[a-z]+(?:_[a-z]+)*$/);
});
