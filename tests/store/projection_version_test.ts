import assert from "node:assert/strict";
import type { Registry } from "../../store/projector.ts";
import { defineView, on } from "../../store/view.ts";
import { META, type Note, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore, rebuildDifferences } from "./opened.ts";

const louder: Registry = {
  ...noteRegistry,
  streams: {
    note: {
      ...noteStream,
      version: 2,
      evolve: (note: Note | null, event: never) => {
        const next = noteStream.evolve(note, event);
        return next && { ...next, text: next.text.toUpperCase() };
      },
    },
  },
};

const lengths = (version: number, columns: string, indexes: string[], value: (text: string) => unknown[]) =>
  defineView({
    name: "lengths",
    version,
    tables: { lengths: { columns, indexes, erasedBy: { kept: "it is of a test" } } },
    folds: [
      on(noteStream, {
        "note.written": (tables, { seq, data }) => {
          const values = value(data.text) as (string | number)[];
          tables.run(
            `insert into {lengths} values (${["?", ...values.map(() => "?")].join(", ")})`,
            seq,
            ...values,
          );
        },
      }),
    ],
  });

const withView = (view: ReturnType<typeof lengths>): Registry => ({ ...noteRegistry, views: [view] });

async function opened(): Promise<OpenedStore> {
  const store = new OpenedStore(noteRegistry);
  await write(store, "a", "hello");
  return store;
}

const write = ({ store }: OpenedStore, id: string, text: string) =>
  store.commit(() => store.append(noteStream, id, [{ type: "note.written", data: { text } }], META));

Deno.test("a stream whose version was raised is folded again at the next start, and not before", async () => {
  await using it = await opened();
  assert.equal(it.store.documents.get(noteStream, "a")?.text, "hello");
  assert.equal(it.reopen(louder).documents.get(noteStream, "a")?.text, "HELLO");
  assert.deepEqual(it.reopen(louder).documents.counts(noteStream), { "0": 1 });
  assert.equal(it.reopen(noteRegistry).documents.get(noteStream, "a")?.text, "hello");
  assert.deepEqual(rebuildDifferences(it.store), []);
});

Deno.test("a kind of stream that is new leaves what is folded as it is, and can be written at once", async () => {
  await using it = await opened();
  // What a fold of the log would put right shows that there was none.
  it.store.database.exec(`update documents_note set body = json_set(body, '$.text', 'kept')`);
  const memo = { ...noteStream, kind: "memo" };
  const store = it.reopen({ ...noteRegistry, streams: { note: noteStream, memo } });
  assert.equal(store.documents.get(noteStream, "a")?.text, "kept");
  await store.commit(() => store.append(memo, "b", [{ type: "note.written", data: { text: "new" } }], META));
  assert.equal(store.documents.get(memo, "b")?.text, "new");
});

Deno.test("a file of the first layout, with one table for the documents of all kinds, is folded again", async () => {
  await using it = await opened();
  it.store.database.exec(`
    create table documents (kind text not null, id text not null, version integer not null, body text not null,
      primary key (kind, id));
    insert into documents select 'note', id, version, body from documents_note;
    drop table documents_note;
    update meta set value = replace(value, 'tables@3', '') where key = 'projections'`);
  const { database, documents } = it.reopen(noteRegistry);
  assert.equal(documents.get(noteStream, "a")?.text, "hello");
  assert.equal(database.get("select 1 from sqlite_schema where name = 'documents'"), undefined);
  assert.deepEqual(rebuildDifferences(it.store), []);
});

Deno.test("a new index of a stream is there after the next start", async () => {
  await using it = await opened();
  const stream: typeof noteStream = { ...noteStream, indexes: [["text"], ["edits"], ["text", "edits"]] };
  const { documents } = it.reopen({ ...noteRegistry, streams: { note: stream } });
  assert.equal(documents.find(stream, { edits: 0 }, { limit: 10 }).length, 1);
  assert.equal(documents.find(stream, { text: "hello", edits: 0 }, { limit: 10 }).length, 1);
});

Deno.test("a view that is new, changes its columns and indexes, or goes, follows at the next start", async () => {
  await using it = await opened();
  const first = withView(lengths(1, "seq integer primary key, n integer", ["n"], (text) => [text.length]));
  const rows = () =>
    it.store.database.all("select * from lengths order by seq").map((row) => ({ ...(row as object) }));
  it.reopen(first);
  assert.deepEqual(rows(), [{ seq: 1, n: 5 }]);
  await write(it, "b", "bye");
  const second = withView(
    lengths(2, "seq integer primary key, n integer, initial text", ["initial", "n, initial"], (text) => [
      text.length,
      text[0]!,
    ]),
  );
  it.reopen(second);
  assert.deepEqual(rows(), [{ seq: 1, n: 5, initial: "h" }, { seq: 2, n: 3, initial: "b" }]);
  assert.deepEqual(rebuildDifferences(it.store), []);
  it.reopen(first);
  assert.deepEqual(rows(), [{ seq: 1, n: 5 }, { seq: 2, n: 3 }]);
  assert.equal(it.reopen(noteRegistry).documents.get(noteStream, "b")?.text, "bye");
});

Deno.test("an event of a kind that no stream declares is an error at the fold, never skipped", async () => {
  await using it = await opened();
  const other: Registry = { ...noteRegistry, streams: { other: { ...noteStream, kind: "other" } } };
  assert.throws(() => it.reopen(other), /No stream kind "note"/);
  it.reopen(noteRegistry);
});

Deno.test("a store of a newer schema is refused, and stays as it is", async () => {
  await using it = await opened();
  it.store.database.exec("pragma user_version = 999");
  assert.throws(() => it.reopen(), /version 999.*versions up to/s);
  const after = it.second();
  assert.equal(after.get<{ user_version: number }>("pragma user_version")?.user_version, 999);
  after.close();
});
