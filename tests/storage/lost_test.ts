import assert from "node:assert/strict";
import { Database } from "../../store/database.ts";
import { EventStore } from "../../store/event_store.ts";
import { openStore, registry } from "../../store/mod.ts";
import { systemStream } from "../../store/system/stream.ts";
import { verifyChain } from "../../store/verify.ts";
import { META } from "../store/note_stream.ts";
import { temporaryDirectory } from "../temporary.ts";
import { Place, remember, remembered } from "./place.ts";

/** Records in a service that is then killed, so that the newest entries are in the write-ahead log alone. */
async function killed(place: Place): Promise<string[]> {
  await using service = await place.start();
  const ids = [await remember(service, "one"), await remember(service, "two")];
  await service.kill();
  return ids.sort();
}

/** Ways to lose a store, what the refusal says, and what has to go as well for the attack to work without the guard. */
const LOST: Record<string, { lose: (place: Place) => void; says: RegExp; traces: readonly string[] }> = {
  "harness.db was deleted": {
    lose: (place) => remove(place, "harness.db", "harness.db-wal", "harness.db-shm"),
    says: /harness\.db is missing or empty.*in use.*head\.json.*agent-harness backup restore/,
    traces: ["head.json", "secrets", "artifacts", "repositories"],
  },
  "harness.db was emptied": {
    lose: (place) => {
      remove(place, "harness.db-wal", "harness.db-shm");
      Deno.writeFileSync(place.file("harness.db"), new Uint8Array());
    },
    says: /harness\.db is missing or empty/,
    traces: ["head.json", "secrets", "artifacts", "repositories"],
  },
  "harness.db-wal was deleted": {
    lose: (place) => remove(place, "harness.db-wal", "harness.db-shm"),
    says: /harness\.db-wal is missing.*agent-harness store accept-head/,
    traces: ["head.json"],
  },
};

function remove(place: Place, ...names: string[]): void {
  for (const name of names) {
    try {
      Deno.removeSync(place.file(name), { recursive: true });
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    }
  }
}

for (const [name, { lose, says, traces }] of Object.entries(LOST)) {
  Deno.test(`a start is refused when ${name}; control: without its traces an empty store would take its place`, async () => {
    using place = new Place();
    await killed(place);
    lose(place);
    const before = namesAndSizes(place);
    assert.match(await place.refusal(), says);
    assert.match(await place.refusal(), says, "the first refusal must not prepare a start");
    assert.deepEqual(namesAndSizes(place), before);
    remove(place, ...traces);
    await using service = await place.start();
    // Of the write-ahead log a moment without writes may have moved some into the database.
    if (!name.includes("-wal")) assert.deepEqual(await remembered(service), []);
  });
}

Deno.test("control: a database without its write-ahead log opens, verifies, and has lost what was durable", async () => {
  const directory = temporaryDirectory();
  const store = openStore(directory);
  const event = { type: "audit.integrity_warning", data: { detail: "x" } } as const;
  await store.commit(() => store.append(systemStream, "service", [event], META));
  const copy = `${directory}/copy.db`;
  await Deno.copyFile(`${directory}/harness.db`, copy);
  const alone = new EventStore(new Database(copy), registry);
  assert.deepEqual([store.head, alone.head, verifyChain(alone.database).ok], [1, 0, true]);
  alone.database.close();
  store.database.close();
  Deno.removeSync(directory, { recursive: true });
});

for (const trace of ["artifacts", "repositories", "secrets"]) {
  Deno.test(`no database is made where ${trace} lie; an empty directory of that name is fine`, async () => {
    using place = new Place();
    Deno.mkdirSync(place.file(trace));
    await using service = await place.start();
    await service.kill();
    remove(place, "harness.db", "harness.db-wal", "harness.db-shm", "head.json");
    remove(place, "artifacts", "repositories", "secrets");
    Deno.mkdirSync(place.file(trace));
    Deno.writeTextFileSync(place.file(`${trace}/anything`), "x");
    assert.match(await place.refusal(), new RegExp(`missing or empty.*: it has ${trace}\\.`));
  });
}

Deno.test("a start is refused when an older database was put there, and when another installation's was", async () => {
  using place = new Place();
  {
    await using service = await place.start();
    await remember(service, "old");
    assert.equal((await service.terminate()).code, 0);
  }
  Deno.copyFileSync(place.file("harness.db"), place.beside("older.db"));
  {
    await using service = await place.start();
    await remember(service, "new");
    assert.equal((await service.terminate()).code, 0);
  }
  Deno.copyFileSync(place.beside("older.db"), place.file("harness.db"));
  assert.match(await place.refusal(), /The log ends at entry \d+, but entry \d+ had been recorded/);

  using other = new Place();
  {
    await using service = await other.start();
    for (const n of [1, 2, 3, 4, 5]) await remember(service, `${n}`);
    assert.equal((await service.terminate()).code, 0);
  }
  Deno.copyFileSync(other.file("harness.db"), place.file("harness.db"));
  assert.match(await place.refusal(), /belongs to a different installation/);

  remove(place, "head.json"); // the control: without the file both databases are taken
  Deno.copyFileSync(place.beside("older.db"), place.file("harness.db"));
  await using service = await place.start();
  assert.equal((await remembered(service)).length, 1);
});

Deno.test("a service that was killed, stopped, or moved as a whole starts with everything that was acknowledged", async () => {
  using place = new Place();
  const kept = await killed(place);
  {
    await using service = await place.start();
    assert.deepEqual(await remembered(service), kept);
    assert.equal((await service.terminate()).code, 0);
  }
  Deno.renameSync(place.storage, place.beside("moved"));
  Deno.renameSync(place.beside("moved"), place.storage);
  await using service = await place.start();
  assert.deepEqual(await remembered(service), kept);
});

function namesAndSizes({ storage }: Place): string[] {
  return [...Deno.readDirSync(storage)].filter(({ isFile, name }) => isFile && name !== "lock")
    .map(({ name }) => `${name} ${Deno.statSync(`${storage}/${name}`).size}`).sort();
}
