import assert from "node:assert/strict";
import fc from "fast-check";
import { erase } from "../../store/erase.ts";
import type { EventStore } from "../../store/event_store.ts";
import { idOf } from "../../store/event.ts";
import { LazyViews } from "../../store/lazy_views.ts";
import type { Registry } from "../../store/projector.ts";
import { defineView, on, type ViewDefinition } from "../../store/view.ts";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore, rebuildDifferences } from "./opened.ts";

/** What is written of each note, and how often: rows that are added, changed and read by the folds themselves. */
const wordsView = (name: string, lazy: boolean, version = 1): ViewDefinition =>
  defineView({
    name,
    version,
    ...(lazy && { lazy: true as const }),
    tables: {
      [name]: {
        columns: "id text primary key, words text not null, times integer not null",
        erasedBy: { streams: { note: "id" } },
      },
    },
    folds: [
      on(noteStream, {
        "note.written": (tables, event) => {
          const before = tables.get<{ words: string }>(
            `select words from {${name}} where id = ?`,
            idOf(event),
          );
          const words = `${before?.words ?? ""} ${event.data.text}`;
          tables.run(
            `insert into {${name}} values (?, ?, 1) on conflict (id) do update set words = excluded.words, times = times + 1`,
            idOf(event),
            words,
          );
        },
        "note.edited": (tables, event) =>
          void tables.run(`update {${name}} set times = times + 1 where id = ?`, idOf(event)),
      }),
    ],
  });

/** A copy of each text, which an erasure leaves for later. */
const copiesView: ViewDefinition = defineView({
  name: "copies",
  version: 1,
  lazy: true,
  tables: {
    copies: { columns: "sequence integer primary key, stream text not null", erasedBy: "view" },
    copies_left: { columns: "sequence integer primary key", erasedBy: "view" },
  },
  folds: [on(noteStream, {
    "note.written": (tables, { seq, stream }) =>
      void tables.run("insert into {copies} values (?, ?)", seq, stream),
  })],
  erase: {
    run: () => {},
    stream: (tables, stream) =>
      void tables.run("insert into {copies_left} select sequence from {copies} where stream = ?", stream),
    rest: {
      table: "copies_left",
      removeOne: (tables) => {
        const { sequence } = tables.get<{ sequence: number }>(
          "select min(sequence) as sequence from {copies_left}",
        )!;
        tables.run("delete from {copies} where sequence is ?", sequence);
        tables.run("delete from {copies_left} where sequence is ?", sequence);
      },
    },
  },
});

const registry: Registry = {
  ...noteRegistry,
  views: [wordsView("eager_words", false), wordsView("lazy_words", true)],
};

/** Every row of one of the two views, as a verb reads it. */
const rowsOf = ({ documents }: EventStore, view: string) =>
  documents.tables.all(`select * from {${view}} order by id`).map((row) => ({ ...row as object }));

const same = (store: EventStore) =>
  assert.deepEqual(rowsOf(store, "lazy_words"), rowsOf(store, "eager_words"));

function append(store: EventStore, id: string, edits: number): void {
  const edited = Array.from({ length: edits }, () => ({ type: "note.edited" as const, data: { text: "e" } }));
  store.append(noteStream, id, [{ type: "note.written", data: { text: id } }, ...edited], META);
}

const id = fc.constantFrom("a", "b", "c");
type Step =
  | { do: "append" | "append and look"; id: string; edits: number }
  | { do: "fail" | "look and fail"; id: string; edits: number }
  | { do: "erase"; id: string }
  | { do: "look" | "slice" | "keep up" | "wait" | "kill" };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom("append", "append and look", "fail", "look and fail"),
      id,
      edits: fc.nat(90), // more than a page
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("erase" as const), id }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("look", "slice", "keep up", "wait", "kill") }) },
);

Deno.test("property: units, failures, reads, slices, erasures and kills in any order: a lazy view is what an eager one is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await using opened = new OpenedStore({ ...registry, views: [...registry.views, copiesView] });
      for (const each of steps) {
        const { store } = opened;
        if (each.do === "append" || each.do === "append and look") {
          store.unit(() => {
            append(store, each.id, each.edits);
            if (each.do === "append and look") same(store);
          });
        } else if (each.do === "fail" || each.do === "look and fail") {
          assert.throws(() =>
            store.unit(() => {
              append(store, each.id, each.edits);
              if (each.do === "look and fail") same(store);
              throw new Error("as planned");
            }), /as planned/);
        } else if (each.do === "erase") {
          store.unit(() => {
            const [tombstone] = store.append(noteStream, each.id, [{ type: "note.deleted", data: {} }], META);
            erase(store, { stream: `note/${each.id}` }, tombstone!.seq);
          });
        } else if (each.do === "look") same(store);
        else if (each.do === "slice") store.lazyViews.foldSlice(2);
        else if (each.do === "keep up") store.lazyViews.keepUp();
        else if (each.do === "wait") await store.durable();
        else opened.reopen(); // what is not committed is lost, as when the process is killed
      }
      same(opened.store);
      await opened.store.durable();
      assert.deepEqual(rebuildDifferences(opened.store), []);
    }),
    { numRuns: 60 },
  );
});

Deno.test("a lazy view is folded when it is read, and not before; its position is stored with its rows", async () => {
  await using opened = new OpenedStore(registry);
  const { store } = opened;
  await store.commit(() => append(store, "a", 3));
  const stored = () => opened.second().all("select * from lazy_words").length;
  assert.equal(stored(), 0);
  assert.equal(store.lazyViews.isBehind, true);
  same(store);
  assert.equal(stored(), 0, "a part of the open batch");
  await store.durable();
  assert.equal(stored(), 1);
  const reopened = opened.reopen();
  assert.equal(reopened.lazyViews.isBehind, false);
});

Deno.test("each commit folds a part of what views are far behind, and no more", async () => {
  await using opened = new OpenedStore(registry);
  const { store } = opened;
  await store.commit(() => {
    for (let i = 0; i < 110; i++) append(store, `n${i}`, 99);
  });
  const folded = () => {
    const { seq } = store.database.get<{ seq: number }>("select max(seq) as seq from view_positions") ??
      { seq: 0 };
    return seq ?? 0;
  };
  const first = folded();
  assert.ok(first > 0 && first < 1000, `${first}`);
  await store.commit(() => append(store, "last", 0));
  assert.ok(folded() > first && folded() < 2000);
  same(store);
});

Deno.test("a view whose version was raised is folded again alone: documents and other views stay as they are", async () => {
  await using opened = new OpenedStore(registry);
  const { store } = opened;
  await store.commit(() => append(store, "a", 1));
  await store.commit(() => append(store, "b", 2));
  await store.commit(() => {
    const [tombstone] = store.append(noteStream, "a", [{ type: "note.deleted", data: {} }], META);
    erase(store, { stream: "note/a" }, tombstone!.seq);
  });
  // A mark in what must not be folded again, and in what must.
  store.database.exec("update documents_note set body = json_set(body, '$.text', 'a mark')");
  store.database.exec("update eager_words set words = 'a mark'; update lazy_words set words = 'a mark'");
  const raised = opened.reopen({
    ...registry,
    views: [registry.views[0]!, wordsView("lazy_words", true, 2)],
  });
  assert.equal(raised.documents.get(noteStream, "b")?.text, "a mark");
  assert.deepEqual(rowsOf(raised, "eager_words"), [{ id: "b", words: "a mark", times: 3 }]);
  assert.deepEqual(rowsOf(raised, "lazy_words"), [{ id: "b", words: " b", times: 3 }]);
  const both = opened.reopen({
    ...registry,
    views: [wordsView("eager_words", false, 2), wordsView("lazy_words", true, 2)],
  });
  same(both);
  assert.equal(both.documents.get(noteStream, "b")?.text, "a mark");
});

Deno.test("a lazy view that was behind when another one was raised is folded from where it was", async () => {
  const views = (version: number) => [wordsView("lazy_words", true, version), wordsView("other_words", true)];
  await using opened = new OpenedStore({ ...registry, views: views(1) });
  await opened.store.commit(() => append(opened.store, "a", 1));
  opened.store.lazyViews.catchUp();
  await opened.store.commit(() => append(opened.store, "b", 2));
  const raised = opened.reopen({ ...registry, views: views(2) });
  assert.deepEqual(rowsOf(raised, "other_words"), rowsOf(raised, "lazy_words"));
  assert.equal(rowsOf(raised, "other_words").length, 2);
});

Deno.test("lazy views of a file that nobody serves are folded by whoever compares it", async () => {
  await using opened = new OpenedStore(registry);
  await opened.store.commit(() => append(opened.store, "a", 1));
  const { database } = opened.store;
  const views = new LazyViews(database, registry.views);
  views.catchUp();
  assert.equal(database.all("select * from lazy_words").length, 1);
  assert.equal(database.inTransaction, false);
});
