import assert from "node:assert/strict";
import { StorageWatch } from "../../services/operations/system/storage_watch.ts";
import { readHeadFile } from "../../store/head_file.ts";
import { systemStream } from "../../store/system/stream.ts";
import { type Harness, harness } from "../harness.ts";
import { META } from "../store/note_stream.ts";

const EVENT = { type: "audit.integrity_warning", data: { detail: "x" } } as const;

const write = ({ store }: Harness) => store.unit(() => store.append(systemStream, "service", [EVENT], META));

/** How far the head file goes. */
function recorded({ directory }: Harness): number {
  const head = readHeadFile(directory);
  assert.ok(head !== null && head !== "damaged");
  return head.sequence;
}

Deno.test("under load, when every look finds an open batch, the head is recorded, and only what is on disk", async () => {
  await using h = await harness();
  const watch = new StorageWatch(h.service);
  const before = recorded(h);
  for (let n = 0; n < 50; n++) {
    const { durable } = write(h);
    const [known, head] = [recorded(h), h.store.head];
    assert.equal(h.store.database.inTransaction, true);
    watch.look({ isHeld: () => true });
    assert.equal(recorded(h), known, "the batch is not on disk yet");
    await durable;
    write(h); // a writer that never pauses: it begins the next batch in the turn in which the last one settled
    assert.ok(recorded(h) <= head);
  }
  await h.store.durable();
  assert.ok(recorded(h) > before + 80, `${recorded(h)} after ${before}`);
});

Deno.test("looks at the same open batch do not pile up, and a lost lock is found in spite of the load", async () => {
  await using h = await harness();
  const watch = new StorageWatch(h.service);
  let asked = 0;
  const lock = { isHeld: () => ++asked < 2 };
  for (const expected of [1, 2]) {
    const { durable } = write(h);
    for (let n = 0; n < 10; n++) watch.look(lock);
    await durable;
    assert.equal(asked, expected);
  }
  assert.match(String(h.store.commits.halted?.cause), /removed or replaced/);
  assert.throws(() => write(h), /removed or replaced/);
});

Deno.test("a look that found a batch which is then lost still looks", async () => {
  await using h = await harness();
  const watch = new StorageWatch(h.service);
  const { durable } = write(h);
  h.store.database.exec("rollback");
  let asked = 0;
  watch.look({ isHeld: () => ++asked > 0 });
  await assert.rejects(durable);
  assert.equal(asked, 1);
});
