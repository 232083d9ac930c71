import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { copyDatabase } from "../../store/copy.ts";
import { emptyLog, erase, truncateLog } from "../../store/erase.ts";
import type { EventStore } from "../../store/event_store.ts";
import { hasTraces, scrub, scrubFile } from "../../store/scrub.ts";
import { zeroUnused } from "../../store/unused_bytes.ts";
import { verifyChain } from "../../store/verify.ts";
import { temporaryDirectory } from "../temporary.ts";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore } from "./opened.ts";

/** Which of the words can be found in a file. */
function found(file: string, words: readonly string[]): string[] {
  const content = new TextDecoder("latin1").decode(Deno.readFileSync(file));
  const there = new Set(content.match(/word-[0-9a-f-]{36}/g));
  return words.filter((word) => there.has(word));
}

const integrityOf = ({ database }: EventStore): string | undefined =>
  database.get<{ integrity_check: string }>("pragma integrity_check")?.integrity_check;

const never = () => false;

/** A text of `length` characters that begins with a word which stands nowhere else. */
const text = (word: string, length: number): string => word.padEnd(length, ".");

function append(store: EventStore, id: string, content: string): void {
  const type = store.events.versionOf(`note/${id}`) === 0 ? "note.written" : "note.edited";
  store.append(noteStream, id, [{ type, data: { text: content } }], META);
}

function remove(store: EventStore, id: string): void {
  const [tombstone] = store.append(noteStream, id, [{ type: "note.deleted", data: {} }], META);
  erase(store, { stream: `note/${id}` }, tombstone!.seq);
}

/** Writes 400 notes of different lengths in three rounds and erases half of them. Returns the words of those. */
async function writeAndErase(store: EventStore): Promise<string[]> {
  const lengths = fc.sample(fc.integer({ min: 60, max: 900 }), { numRuns: 1200, seed: 7 });
  const words: string[] = [];
  for (let first = 0; first < 1200; first += 30) {
    await store.commit(() => {
      for (let i = first; i < first + 30; i++) {
        const id = (i * 7919) % 400;
        const word = `word-${crypto.randomUUID()}`;
        if (id % 2 === 0) words.push(word);
        append(store, `${id}`, text(word, lengths[i]!));
      }
    });
  }
  for (let first = 0; first < 400; first += 20) {
    await store.commit(() => {
      for (let id = first; id < first + 20; id += 2) remove(store, `${id}`);
    });
  }
  assert.equal(await truncateLog(store), true);
  return words;
}

/** Writes 50 new notes in commits of ten. */
async function writeMore(store: EventStore, name: string, length: number): Promise<void> {
  for (let first = 0; first < 50; first += 10) {
    await store.commit(() => {
      for (let i = first; i < first + 10; i++) append(store, `${name}-${i}`, text(name, length));
    });
  }
}

Deno.test("erased text is in no part of the database, used or not, once it was scrubbed", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const words = await writeAndErase(store);
  assert.ok(found(opened.file, words).length > 0, "the control: SQLite alone leaves copies");
  assert.equal(hasTraces(store), true);
  assert.equal(verifyChain(store.database).ok, true); // it reads every page of the log
  assert.equal(await scrub(store, never), true);
  assert.deepEqual(found(opened.file, words), []);
  assert.equal(hasTraces(store), false);
  await store.commit(() => {
    for (let id = 1; id < 400; id += 2) append(store, `${id}`, text("after", 300));
  });
  emptyLog(store);
  assert.deepEqual(found(opened.file, words), [], "no page comes back that had been read before");
  assert.equal(verifyChain(store.database).ok, true);
  assert.equal(integrityOf(store), "ok");
  assert.equal(opened.reopen().documents.get(noteStream, "1")?.id, "1");
});

Deno.test("a scrub keeps what is written meanwhile, and waits for a reader that needs the log", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const { store } = opened;
  const words = await writeAndErase(store);
  const reader = opened.second();
  reader.exec("begin");
  reader.all("select count(*) from events");
  await writeMore(store, "before", 20);
  const scrubbed = scrub(store, never);
  await writeMore(store, "beside", 400);
  reader.exec("commit");
  await writeMore(store, "beside", 700);
  assert.equal(await scrubbed, true);
  reader.close();
  await truncateLog(store);
  assert.deepEqual(found(opened.file, words), []);
  for (let i = 0; i < 50; i++) {
    assert.equal(store.documents.get(noteStream, `beside-${i}`)?.text, text("beside", 700));
  }
  assert.equal(integrityOf(store), "ok");
});

Deno.test("a scrub that is cut off is done again after the next start", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const words = await writeAndErase(opened.store);
  let slices = 0;
  assert.equal(await scrub(opened.store, () => slices++ > 0), false);
  const store = opened.reopen();
  assert.equal(hasTraces(store), true);
  assert.equal(await scrub(store, never), true);
  assert.deepEqual(found(opened.file, words), []);
});

Deno.test("a copy for a backup is scrubbed as a whole", async () => {
  await using opened = new OpenedStore(noteRegistry);
  const words = await writeAndErase(opened.store);
  const copy = `${opened.directory}/copy.db`;
  await copyDatabase(opened.file, copy, true);
  assert.ok(found(copy, words).length > 0, "the control");
  scrubFile(copy);
  assert.deepEqual(found(copy, words), []);
});

Deno.test("zeroing what pages do not use changes no row of any database", () => {
  const change = fc.record({
    key: fc.integer({ min: 0, max: 200 }),
    size: fc.oneof(fc.integer({ min: 0, max: 600 }), fc.integer({ min: 0, max: 20_000 })),
    remove: fc.boolean(),
  });
  const pageSize = fc.constantFrom(512, 1024, 4096, 65_536);
  fc.assert(
    fc.property(pageSize, fc.array(change, { minLength: 20, maxLength: 150 }), (pageSize, changes) => {
      const directory = temporaryDirectory();
      const file = `${directory}/x.db`;
      const database = new DatabaseSync(file);
      try {
        database.exec(`pragma page_size = ${pageSize}; pragma secure_delete = on; pragma synchronous = off;
          create table a (id integer primary key, v text); create index a_v on a (v);
          create table b (id text primary key, v text) without rowid; begin`);
        const put = ["a", "b"].map((table) =>
          database.prepare(`insert or replace into ${table} values (?, ?)`)
        );
        const drop = ["a", "b"].map((table) => database.prepare(`delete from ${table} where id = ?`));
        for (const { key, size, remove } of changes) {
          if (remove) drop.forEach((statement) => statement.run(key));
          else put.forEach((statement) => statement.run(key, `${key}-`.repeat(size).slice(0, size)));
        }
        database.exec("commit");
        const dump = () =>
          JSON.stringify(["a", "b"].map((t) => database.prepare(`select * from ${t}`).all()));
        const before = dump();
        const bytes = Buffer.from(Deno.readFileSync(file));
        for (let at = 0; at < bytes.length; at += pageSize) {
          zeroUnused(bytes.subarray(at, at + pageSize), 1 + at / pageSize);
        }
        Deno.writeFileSync(file, bytes);
        database.exec("pragma shrink_memory");
        assert.equal(dump(), before);
        assert.deepEqual({ ...database.prepare("pragma integrity_check").get() }, { integrity_check: "ok" });
      } finally {
        database.close();
        Deno.removeSync(directory, { recursive: true });
      }
    }),
    { numRuns: 40 },
  );
});
