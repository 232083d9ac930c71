import assert from "node:assert/strict";
import { META, noteRegistry, noteStream } from "./note_stream.ts";
import { OpenedStore } from "./opened.ts";

const COLUMNS = [
  "seq",
  "stream",
  "version",
  "type",
  "at",
  "actor",
  "run_id",
  "task_session_id",
  "conversation_id",
  "data",
  "salt",
  "data_sha256",
  "prev_hash",
  "hash",
  "erased_by",
] as const;

/** Five events: two of `run_a`, its deletion as number 3, and another stream's deletion as number 5. */
async function filled(): Promise<OpenedStore> {
  const opened = new OpenedStore(noteRegistry);
  const meta = { ...META, runId: "run_a", taskSessionId: "task_a", conversationId: "conversation_a" };
  await opened.store.commit(() => {
    const { store } = opened;
    store.append(noteStream, "a", [
      { type: "note.written", data: { text: "one" } },
      { type: "note.edited", data: { text: "two" } },
      { type: "note.deleted", data: {} },
    ], meta);
    store.append(noteStream, "b", [{ type: "note.written", data: { text: "three" } }], META);
    store.append(noteStream, "b", [{ type: "note.deleted", data: {} }], META);
  });
  return opened;
}

const refused = { message: /events are append-only/ };

Deno.test("the log refuses DELETE, and UPDATE of any column", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  assert.throws(() => database.exec("delete from events where seq = 2"), refused);
  assert.throws(() => database.exec("delete from events"), refused);
  for (const column of COLUMNS) {
    assert.throws(() => database.exec(`update events set ${column} = 7 where seq = 2`), refused, column);
    if (column === "erased_by") continue;
    assert.throws(
      () => database.exec(`update or ignore events set ${column} = null`),
      { name: "Error" },
      column,
    );
  }
  assert.equal(database.get<{ n: number }>("select count(*) as n from events")!.n, 5);
});

Deno.test("the log refuses INSERT OR REPLACE over what is there", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  const row = "'note/z', 1, 'note.written', 't', 'operator', '{}', 's', 'h', 'p', 'h'";
  const columns = "seq, stream, version, type, at, actor, data, salt, data_sha256, prev_hash, hash";
  assert.throws(() => database.exec(`insert or replace into events (${columns}) values (2, ${row})`));
  assert.throws(() =>
    database.exec(`replace into events (${columns}) values (99, ${row.replace("'note/z'", "'note/a'")})`)
  );
  assert.match(database.get<{ data: string }>("select data from events where seq = 2")!.data, /two/);
});

Deno.test("erasure is the only update: whole, once, and by a later recorded deletion", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  const erase = (set: string) => () => database.exec(`update events set ${set} where seq = 1`);
  assert.throws(erase("data = null, salt = null"), refused);
  assert.throws(erase("data = null, salt = null, erased_by = 2"), refused);
  assert.throws(erase("data = null, salt = null, erased_by = 99"), refused);
  assert.throws(erase("data = null, erased_by = 3"), refused);
  assert.throws(erase("salt = null, erased_by = 3"), refused);
  assert.throws(erase("data = '{}', salt = null, erased_by = 3"), refused);
  assert.throws(erase("data = null, salt = null, erased_by = 3, type = 'x'"), refused);
  assert.throws(
    () => database.exec("update events set data = null, salt = null, erased_by = 3 where seq = 4"),
    refused,
  );
  erase("data = null, salt = null, erased_by = 3")();
  assert.throws(erase("data = null, salt = null, erased_by = 3"), refused);
  assert.throws(erase("data = '{\"text\":\"again\"}', salt = 's', erased_by = null"), refused);
  assert.throws(erase("erased_by = 5"), refused);
});
