import assert from "node:assert/strict";
import { partialDeepStrictEqual } from "node:assert";
import { documentsTable, Projector } from "../../store/projector.ts";
import { registry } from "../../store/mod.ts";
import { atNewMoment, EVENT_TYPES } from "./arbitrary_events.ts";
import { fixtureKinds, fixtureOf } from "./fixtures.ts";
import { OpenedStore } from "./opened.ts";

Deno.test("every type of event has a recorded line, by which its shape is frozen", () => {
  const recorded = new Set(
    fixtureKinds().flatMap((kind) => fixtureOf(kind).map(({ type }) => `${kind} ${type}`)),
  );
  assert.deepEqual(
    EVENT_TYPES.map(({ kind, type }) => `${kind} ${type}`).filter((each) => !recorded.has(each)),
    [],
    "run `deno task golden`: it records a line of what is new",
  );
});

Deno.test("every recorded event still has its declared shape, and loses nothing when it is read", () => {
  for (const kind of fixtureKinds()) {
    for (const { type, data } of fixtureOf(kind)) {
      const schema = registry.streams[kind]?.events[type];
      assert.ok(schema, `${kind} ${type} is recorded and not declared any more`);
      partialDeepStrictEqual(schema.parse(data), data, `${kind} ${type}`);
    }
  }
});

Deno.test("every recorded history still folds, in every stream and view", async () => {
  await using opened = new OpenedStore();
  const { database } = opened.store;
  const projector = new Projector(database, registry);
  database.transaction(() => {
    // Each file counts from 1; in one log a sequence stands for one event.
    for (const [i, event] of fixtureKinds().flatMap(fixtureOf).entries()) {
      projector.apply([{ ...event, data: atNewMoment(event.data), seq: i + 1 }]);
      projector.writeCounts();
    }
  });
  for (const kind of ["task_session", "approval", "research_note"]) {
    assert.ok(database.get(`select 1 from ${documentsTable(kind)}`), kind);
  }
});
