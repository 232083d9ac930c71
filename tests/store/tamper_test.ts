import assert from "node:assert/strict";
import fc from "fast-check";
import { hashData, hashEvent, newSalt } from "../../store/chain.ts";
import type { Database, SqlValue } from "../../store/database.ts";
import type { EventRow } from "../../store/event.ts";
import { runStream } from "../../store/runs/stream.ts";
import { erase } from "../../store/erase.ts";
import { type ChainReport, verifyChain } from "../../store/verify.ts";
import { appendRandom, type RandomEvent, randomEvent } from "./arbitrary_events.ts";
import { META } from "./note_stream.ts";
import { OpenedStore } from "./opened.ts";

const TEXT = ["stream", "type", "at", "actor", "data", "salt", "data_sha256", "prev_hash", "hash"];
const CONTEXT = ["run_id", "task_session_id", "conversation_id"];
const NUMBERS = ["seq", "version", "erased_by"];

/** Runs `work` on a log whose triggers are gone, and takes all of it back. */
function tampering(database: Database, work: () => void): void {
  database.exec("savepoint tamper");
  try {
    database.exec("drop trigger events_no_delete");
    database.exec("drop trigger events_only_erasure");
    work();
  } finally {
    database.exec("rollback to tamper; release tamper");
  }
}

/** A log of random events with two erased runs in it. */
async function filled(): Promise<OpenedStore> {
  const opened = new OpenedStore();
  const { store } = opened;
  const events = fc.sample(randomEvent, { numRuns: 60, seed: 11 });
  await store.commit(() => events.forEach((event) => appendRandom(store, event)));
  for (const runId of ["run_a", "run_b"]) {
    await store.commit(() => {
      const [tombstone] = store.append(runStream, runId, [{ type: "run.deleted", data: {} }], {
        ...META,
        runId,
      });
      erase(store, { runId }, tombstone!.seq);
    });
  }
  await store.commit(() =>
    events.slice(0, 20).forEach((event) =>
      appendRandom(store, { ...late(event), data: withNewIds(event.data) })
    )
  );
  return opened;
}

/** The same event of a run that is not erased. */
const late = (event: RandomEvent): RandomEvent => ({
  ...event,
  id: event.kind === "run" ? "run_c" : "c",
  runId: event.runId && "run_c",
  taskSessionId: event.taskSessionId && "c",
});

function withNewIds(data: unknown): unknown {
  const { guidanceId } = data as { guidanceId?: string };
  return guidanceId === undefined ? data : { ...(data as object), guidanceId: crypto.randomUUID() };
}

Deno.test("verifyChain names each erased entry and the deletion that erased it, and holds the rest", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  const report = verifyChain(database);
  assert.equal(report.ok, true, JSON.stringify(report.broken));
  const rows = database.all<{ seq: number; by: number }>(
    "select seq, erased_by as by from events where data is null order by seq",
  ).map((row) => ({ ...row }));
  assert.ok(rows.length > 10);
  assert.deepEqual(report.erased, rows);
  assert.equal(report.head, opened.store.chainHead.hash);
  const parts = Array.from(
    { length: Math.ceil(opened.store.head / 7) },
    (_, i) => verifyChain(database, { part: { from: i * 7 + 1, to: (i + 1) * 7 } }),
  );
  assert.ok(parts.every(({ ok }) => ok));
  assert.deepEqual(parts.flatMap(({ erased }) => erased), rows);
  assert.equal(parts.at(-1)!.head, report.head);
});

Deno.test("verifyChain finds every change of a single field of any entry", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  const seqs = database.all<{ seq: number }>(
    "select seq from events where seq < 4 or seq % 9 = 0 or type = 'run.deleted' or erased_by is not null and seq % 7 = 0",
  ).map(({ seq }) => seq);
  const missed: string[] = [];
  for (const seq of seqs) {
    for (const column of [...TEXT, ...CONTEXT, ...NUMBERS]) {
      for (const value of changesOf(database, seq, column)) {
        let report: ChainReport | undefined;
        tampering(database, () => {
          database.run(`update events set ${column} = ? where seq = ?`, value, seq);
          report = verifyChain(database);
        });
        if (report!.ok) missed.push(`${column} = ${value} of ${seq}`);
      }
    }
  }
  assert.deepEqual(missed.slice(0, 10), [], `${missed.length} changes were not found`);
});

/** Other values for a field: near the one it has, and away from it. */
function changesOf(database: Database, seq: number, column: string): SqlValue[] {
  const before =
    database.get<{ value: SqlValue }>(`select ${column} as value from events where seq = ?`, seq)!.value;
  const values: SqlValue[] = NUMBERS.includes(column)
    ? [Number(before ?? 0) + 1000, 1, otherDeletion(database, before)]
    : [`${before ?? ""} `, "x", ""];
  if (CONTEXT.includes(column) || column === "data" || column === "salt" || column === "erased_by") {
    values.push(null);
  }
  if (column === "seq") return [Number(before) + 1000];
  if (column === "version") return [Number(before) + 1000];
  return values.filter((value) => value !== before);
}

/** The number of a deletion that is not this one. */
const otherDeletion = (database: Database, than: SqlValue): number =>
  database.get<{ seq: number }>(
    "select seq from events where type = 'run.deleted' and seq is not ? order by seq desc",
    than,
  )!.seq;

Deno.test("verifyChain finds a removed, a doubled and a swapped entry", async () => {
  await using opened = await filled();
  const { database } = opened.store;
  const changes = [
    "delete from events where seq = 1",
    "delete from events where seq = 30",
    "update events set seq = seq + 1000 where seq > 40",
    "update events set seq = -1 where seq = 20; update events set seq = 20 where seq = 21; update events set seq = 21 where seq = -1",
    "insert into events select 1000000, stream || 'x', version, type, at, actor, run_id, task_session_id, conversation_id, data, salt, data_sha256, prev_hash, hash, erased_by from events where seq = 30",
  ];
  for (const change of changes) {
    tampering(database, () => {
      database.exec(change);
      assert.equal(verifyChain(database).ok, false, change);
    });
  }
  assert.equal(verifyChain(database).ok, true);
});

Deno.test("verifyChain finds an entry that was written anew with hashes that fit, by the link of the next one", async () => {
  await using opened = await filled();
  const { database, head } = opened.store;
  for (const seq of [1, 30, head - 1]) {
    tampering(database, () => {
      const row = { ...database.get<EventRow>("select * from events where seq = ?", seq)! };
      const [data, salt] = ['{"forged":true}', "0".repeat(32)];
      const forged = { ...row, data_sha256: hashData(salt, data) };
      database.run(
        "update events set data = ?, salt = ?, data_sha256 = ?, hash = ?, erased_by = null where seq = ?",
        data,
        salt,
        forged.data_sha256,
        hashEvent(forged),
        seq,
      );
      const { ok, broken } = verifyChain(database);
      assert.deepEqual([ok, broken?.seq], [false, seq + 1]);
    });
  }
});

Deno.test("salts are 128 random bits in hex, and none comes twice", () => {
  const salts = Array.from({ length: 600 }, newSalt);
  for (const salt of salts) assert.match(salt, /^[0-9a-f]{32}$/);
  assert.equal(new Set(salts).size, salts.length);
});
