import assert from "node:assert/strict";
import { closeStore, openStore } from "../../store/mod.ts";
import { Database } from "../../store/database.ts";
import { LOG_SIZE_LIMIT } from "../../store/schema.ts";
import { truncateLog } from "../../store/erase.ts";
import { StorageError } from "../../store/storage_error.ts";
import { systemStream } from "../../store/system/stream.ts";
import { checkStore } from "../recovery/site.ts";
import { META } from "../store/note_stream.ts";
import { temporaryDirectory } from "../temporary.ts";
import { copyDirectory, Place, refused, remember, remembered } from "./place.ts";

/** Ways in which a storage directory, or a file in it, goes away under a running service. */
const TAKEN: Record<string, (place: Place) => void | Promise<void>> = {
  "the directory is renamed": (place) => Deno.renameSync(place.storage, place.beside("moved")),
  "the directory is removed": (place) => Deno.removeSync(place.storage, { recursive: true }),
  "the directory is replaced by a copy": async (place) => {
    await copyDirectory(place.storage, place.beside("copy"));
    Deno.renameSync(place.storage, place.beside("moved"));
    Deno.renameSync(place.beside("copy"), place.storage);
  },
  "harness.db is deleted": (place) => Deno.removeSync(place.file("harness.db")),
  "harness.db-wal is deleted": (place) => Deno.removeSync(place.file("harness.db-wal")),
  "harness.db is replaced by a rename": (place) => {
    Deno.copyFileSync(place.file("harness.db"), place.beside("older.db"));
    Deno.renameSync(place.beside("older.db"), place.file("harness.db"));
  },
};

const SENTENCE = /was removed or replaced while the service ran.*Stop the service, put the directory back/;

for (const [name, take] of Object.entries(TAKEN)) {
  Deno.test(`nothing is acknowledged or answered once ${name}`, async () => {
    using place = new Place();
    await using service = await place.start();
    await remember(service, "kept");
    await take(place);
    const attempts = [1, 2].map((n) => refused(remember(service, `lost ${n}`)));
    for (const [status, sentence] of await Promise.all(attempts)) {
      assert.equal(status, 500);
      assert.match(sentence, SENTENCE);
    }
    assert.match((await refused(service.operator("GET /memory")))[1], SENTENCE);
    const [status, sentence] = await refused(service.operator("GET /health"));
    assert.equal(status, 500);
    assert.ok(!sentence.includes(place.storage), "health names a path of this machine");
    while (!service.output().includes(place.storage + ")")) {
      await service.send("/health").then((r) => r.text());
    }
    await service.kill();
    const told = service.output().split("\n").filter((line) => SENTENCE.test(line));
    assert.equal(told.length, 1, service.output());
  });
}

Deno.test("a commit into files that were removed is refused; control: without the check SQLite says that it succeeded", async () => {
  for (const checked of [true, false]) {
    const directory = temporaryDirectory();
    const store = openStore(directory);
    if (!checked) store.commits.verify = () => null;
    Deno.removeSync(directory, { recursive: true });
    const committed = store.commit(() =>
      store.append(
        systemStream,
        "service",
        [{ type: "audit.integrity_warning", data: { detail: "x" } }],
        META,
      )
    );
    if (checked) await assert.rejects(committed, StorageError);
    else await committed;
    store.database.close();
  }
});

Deno.test("a directory that is renamed and put back has everything that was acknowledged", async () => {
  using place = new Place();
  const kept: string[] = [];
  {
    await using service = await place.start();
    kept.push(await remember(service, "kept"));
    Deno.renameSync(place.storage, place.beside("moved"));
    await refused(remember(service, "lost"));
    Deno.renameSync(place.beside("moved"), place.storage);
    await refused(remember(service, "still refused: only a restart looks again"));
    assert.equal((await service.terminate()).code, 0, service.output());
  }
  await using service = await place.start();
  const found = await remembered(service);
  for (const id of kept) assert.ok(found.includes(id));
});

Deno.test("what was acknowledged before harness.db-wal was deleted survives, also when the service is killed then", async () => {
  using place = new Place();
  const kept: string[] = [];
  {
    await using service = await place.start();
    for (const n of [1, 2, 3]) kept.push(await remember(service, `kept ${n}`));
    Deno.removeSync(place.file("harness.db-wal"));
    await refused(remember(service, "lost"));
    await service.kill();
  }
  await using service = await place.start();
  const found = await remembered(service);
  for (const id of kept) assert.ok(found.includes(id));
});

Deno.test("a directory that replaced the one in use keeps its own files when the service stops", async () => {
  using place = new Place();
  let kept: string;
  {
    await using service = await place.start();
    kept = await remember(service, "kept");
    await copyDirectory(place.storage, place.beside("copy"));
    Deno.renameSync(place.storage, place.beside("moved"));
    Deno.renameSync(place.beside("copy"), place.storage);
    const before = Deno.readFileSync(place.file("harness.db-wal"));
    await refused(remember(service, "lost"));
    assert.equal((await service.terminate()).code, 0, service.output());
    assert.deepEqual(Deno.readFileSync(place.file("harness.db-wal")), before);
  }
  await using service = await place.start();
  assert.ok((await remembered(service)).includes(kept));
});

const CUT = /harness\.db-wal was shortened by another program while the service ran/;

for (const left of [0, 4096 + 24 + 32]) {
  Deno.test(`nothing is acknowledged or answered once harness.db-wal is cut to ${left} bytes in place`, async () => {
    using place = new Place();
    {
      await using service = await place.start();
      for (const n of [1, 2, 3]) await remember(service, `recorded ${n}`);
      Deno.truncateSync(place.file("harness.db-wal"), left);
      for (const n of [1, 2]) {
        const [status, sentence] = await refused(remember(service, `lost ${n}`));
        assert.equal(status, 500);
        assert.match(sentence, CUT);
      }
      assert.match((await refused(service.operator("GET /memory")))[1], CUT);
      await service.terminate();
    }
    const refusal = await place.start().then(() => null, (cause: Error) => cause.message);
    assert.match(String(refusal), /accept-head/);
  });
}

Deno.test("a log that the store itself shortens or empties is no fault", async () => {
  const directory = temporaryDirectory();
  const store = openStore(directory);
  const detail = "x".repeat(900_000);
  const write = () =>
    store.commit(() =>
      store.append(systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }], META)
    );
  const size = () => Deno.statSync(`${directory}/harness.db-wal`).size;
  const reader = new Database(`${directory}/harness.db`, { readOnly: true });
  reader.exec("begin");
  reader.get("select count(*) from events"); // keeps the log from being reused
  while (size() < 2 * LOG_SIZE_LIMIT) await write();
  reader.close();
  while (size() >= 2 * LOG_SIZE_LIMIT) await write();
  assert.equal(await truncateLog(store), true);
  assert.equal(size(), 0);
  await write();
  closeStore(store);
});

const CHANGED = /harness\.db was shortened or overwritten by another program while the service ran/;

/** Writes into a file as `cp` does: it stays the same file. */
function overwrite(path: string, content: Uint8Array): void {
  using file = Deno.openSync(path, { write: true, truncate: true });
  file.writeSync(content);
}

Deno.test("a database that is cut in place is noticed before the next commit, and closing it writes nothing into it", async () => {
  const directory = temporaryDirectory();
  const [store, file] = [openStore(directory), `${directory}/harness.db`];
  const write = () =>
    store.commit(() =>
      store.append(
        systemStream,
        "service",
        [{ type: "audit.integrity_warning", data: { detail: "x" } }],
        META,
      )
    );
  await write();
  await truncateLog(store);
  assert.equal(store.commits.verify("idle"), null, "the control: its own checkpoint is no fault");
  const half = Deno.statSync(file).size / 2;
  Deno.truncateSync(file, half);
  await assert.rejects(write(), CHANGED);
  closeStore(store);
  assert.equal(Deno.statSync(file).size, half);
  assert.throws(() => openStore(directory), StorageError);
});

Deno.test("a database that is overwritten with an older copy in place is noticed, and nothing is lost in silence", async () => {
  using place = new Place();
  {
    await using service = await place.start();
    await remember(service, "old");
    assert.equal((await service.terminate()).code, 0);
  }
  const older = Deno.readFileSync(place.file("harness.db"));
  const kept: string[] = [];
  {
    await using service = await place.start();
    for (const n of [1, 2, 3]) kept.push(await remember(service, `${n} ${"x".repeat(5_000)}`));
    // Once nothing is written for a second, all of it is in the database, and the write-ahead log is needed no more.
    while (Deno.statSync(place.file("harness.db")).size <= older.length) {
      await service.send("/health").then((r) => r.text());
    }
    overwrite(place.file("harness.db"), older);
    while (!CHANGED.test(service.output())) await service.send("/health").then((r) => r.text());
    assert.match((await refused(remember(service, "lost")))[1], CHANGED);
    assert.match((await refused(service.operator("GET /memory")))[1], CHANGED);
    await service.terminate();
  }
  // The write-ahead log may still have every page that changed since the older copy. Without them the start is refused.
  const next = await place.start().catch((cause: Error) => cause.message);
  if (typeof next === "string") return assert.match(next, /damaged|accept-head/);
  await using service = next;
  const found = await remembered(service);
  assert.deepEqual(kept.filter((id) => !found.includes(id)), []);
  await checkStore(service);
});
