import assert from "node:assert/strict";
import fc from "fast-check";
import type { StoredEvent } from "../../store/event.ts";
import { ConcurrencyError, type EventStore } from "../../store/event_store.ts";
import { onEvery } from "../../store/handlers.ts";
import { verifyChain } from "../../store/verify.ts";
import { defineView, on } from "../../store/view.ts";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore, rebuildDifferences } from "./opened.ts";

/** What a unit does, in order; `fail` throws out of it. A nested unit that fails is caught by the outer one. */
type Work = readonly (
  | { do: "append"; id: string; edits: number }
  | { do: "conflict" | "bad shape" | "unknown type"; id: string }
  | { do: "nested"; work: Work }
  | { do: "fail" }
)[];

const id = fc.constantFrom("a", "b", "c");
const step = (nested: fc.Arbitrary<Work>): fc.Arbitrary<Work[number]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant("append" as const), id, edits: fc.nat(3) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom("conflict", "bad shape", "unknown type"), id }),
    },
    { weight: 2, arbitrary: nested.map((work) => ({ do: "nested" as const, work })) },
    { weight: 1, arbitrary: fc.constant({ do: "fail" as const }) },
  );
const plain: fc.Arbitrary<Work> = fc.array(step(fc.constant([])), { maxLength: 4 });
const work: fc.Arbitrary<Work> = fc.array(step(plain), { maxLength: 5 });

class Planned extends Error {}

/** Does the work and gives the events that stand when it does not throw. */
function perform(store: EventStore, work: Work): StoredEvent[] {
  return work.flatMap((each) => {
    switch (each.do) {
      case "append": {
        const edits = Array.from({ length: each.edits }, (_, i) => ({
          type: "note.edited" as const,
          data: { text: `edit ${i}` },
        }));
        const written = { type: "note.written" as const, data: { text: "new" } };
        return store.append(noteStream, each.id, [written, ...edits], META);
      }
      case "conflict":
        store.append(noteStream, each.id, [{ type: "note.deleted", data: {} }], {
          ...META,
          expectedVersion: store.events.versionOf(`note/${each.id}`) + 1,
        });
        return [];
      case "bad shape":
        store.append(noteStream, each.id, [{ type: "note.written", data: { text: 1 as never } }], META);
        return [];
      case "unknown type":
        store.append(noteStream, each.id, [{ type: "note.burnt" as never, data: {} as never }], META);
        return [];
      case "nested":
        try {
          return store.unit(() => perform(store, each.work)).value;
        } catch {
          return [];
        }
      case "fail":
        throw new Planned("as planned");
    }
  });
}

/** Knows the numbers of all events; null after some were undone, until it has read them again. */
class Watched {
  seqs: number[] | null = [];
  undone(): void {
    this.seqs = null;
  }
}

Deno.test("units in any order, some failing: what stands is what the successful ones appended, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(work, fc.boolean()), { maxLength: 12 }), async (units) => {
      await using opened = new OpenedStore(noteRegistry);
      const { store } = opened;
      const [expected, published]: [StoredEvent[], StoredEvent[]] = [[], []];
      store.subscribe((events) => published.push(...events));
      const watched = new Watched();
      store.projector.watchers.add(
        [onEvery(noteStream, (told: Watched, { seq }) => told.seqs?.push(seq))],
        watched,
      );
      for (const [each, waits] of units) {
        const head = store.chainHead;
        try {
          expected.push(...store.unit(() => perform(store, each)).value);
        } catch {
          assert.deepEqual(store.chainHead, head);
        }
        assert.equal(store.head, expected.length);
        const seqs = expected.map(({ seq }) => seq);
        assert.deepEqual(watched.seqs ?? seqs, seqs, "what was undone is not taken for true");
        watched.seqs ??= seqs;
        if (waits) await store.durable();
      }
      await store.durable();
      assert.deepEqual(store.events.after(0, 10_000), expected);
      assert.deepEqual(published, expected);
      const report = verifyChain(store.database);
      assert.deepEqual([report.ok, report.head], [true, store.chainHead.hash]);
      assert.deepEqual(rebuildDifferences(store), []);
      const { chainHead } = store;
      assert.deepEqual(opened.reopen().chainHead, chainHead);
    }),
    { numRuns: 80 },
  );
});

Deno.test("append refuses a stale expectedVersion with ConcurrencyError, and takes the right one", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const write = (expectedVersion: number) =>
    store.commit(() =>
      store.append(noteStream, "a", [{ type: "note.written", data: { text: "x" } }], {
        ...META,
        expectedVersion,
      })
    );
  await write(0);
  await assert.rejects(write(0), ConcurrencyError);
  await write(1);
  assert.equal(store.events.versionOf("note/a"), 2);
});

Deno.test("of many writers that expect the same version in one turn exactly one wins", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const outcomes = await Promise.allSettled(
    Array.from(
      { length: 50 },
      (_, i) =>
        store.commit(() =>
          store.append(noteStream, "a", [{ type: "note.written", data: { text: `${i}` } }], {
            ...META,
            expectedVersion: 0,
          })
        ),
    ),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal(store.head, 1);
});

Deno.test("an append that fails half way takes its unit with it, even where the work goes on after the error", async () => {
  const fails = defineView({
    name: "fails",
    version: 1,
    tables: { fails: { columns: "id text primary key", erasedBy: { kept: "it is of a test" } } },
    folds: [
      on(noteStream, {
        "note.written": (_, { data }) => {
          if (data.text === "no") throw new Error("the fold failed");
        },
      }),
    ],
  });
  await using opened = new OpenedStore({ ...noteRegistry, views: [fails] });
  const { store } = opened;
  const write = (id: string, text: string) =>
    store.append(noteStream, id, [{ type: "note.written", data: { text } }], META);
  const goingOn = () => {
    write("a", "yes");
    try {
      write("b", "no");
    } catch {
      // What came before it is undone as well.
    }
    write("c", "yes");
  };
  assert.throws(() => store.unit(goingOn), /the fold failed/);
  assert.equal(store.head, 0);
  const { value } = store.unit(() => {
    write("d", "yes");
    assert.throws(() => store.unit(goingOn), /the fold failed/);
    return write("e", "yes");
  });
  await store.durable();
  assert.equal(value[0]!.seq, 2);
  assert.deepEqual(store.events.after(0, 10).map(({ stream }) => stream), ["note/d", "note/e"]);
  assert.deepEqual(rebuildDifferences(store), []);
});
