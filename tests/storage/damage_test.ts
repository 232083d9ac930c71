import assert from "node:assert/strict";
import { Database } from "../../store/database.ts";
import { findDamage } from "../../store/integrity.ts";
import { runCli } from "../cli/fixture.ts";
import { OPERATOR } from "../tokens.ts";
import { Place, refused, remember, remembered } from "./place.ts";

/** Fills a store and stops it in order, so that its database is one whole file. */
async function filled(place: Place): Promise<string[]> {
  await using service = await place.start();
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await remember(service, `memory ${n} ${"x".repeat(200)}`));
  assert.equal((await service.terminate()).code, 0);
  return ids.sort();
}

/** Damages one page of an index that a start does not read, and nothing else. */
function damageIndex(file: string): void {
  const database = new Database(file, { readOnly: true });
  const { rootpage } = database.get<{ rootpage: number }>(
    "select rootpage from sqlite_schema where name = 'events_by_conversation'",
  )!;
  const { page_size: size } = database.get<{ page_size: number }>("pragma page_size")!;
  database.close();
  using opened = Deno.openSync(file, { read: true, write: true });
  opened.seekSync((rootpage - 1) * size, Deno.SeekMode.Start);
  opened.writeSync(new Uint8Array(16).fill(0xff));
}

Deno.test("a damaged page is found after the start: nothing is recorded any more, what can be read is answered", async () => {
  using place = new Place();
  const ids = await filled(place);
  {
    await using sound = await place.start();
    while ((await sound.operator("GET /control-plane/status")).audit.database.state === "checking");
    assert.deepEqual((await sound.operator("GET /control-plane/status")).audit.database, {
      state: "ok",
      detail: null,
    });
    assert.equal((await sound.terminate()).code, 0);
  }
  damageIndex(place.file("harness.db"));
  await using service = await place.start();
  let database = (await service.operator("GET /control-plane/status")).audit.database;
  while (database.state === "checking") {
    database = (await service.operator("GET /control-plane/status")).audit.database;
  }
  assert.equal(database.state, "damaged");
  const [status, sentence] = await refused(remember(service, "lost"));
  assert.equal(status, 500);
  assert.match(sentence, /^The database is damaged: .*Stop the service and restore a backup/);
  assert.equal((await refused(service.operator("GET /health")))[0], 500);
  assert.deepEqual(await remembered(service), ids);
  const environment = {
    AGENT_HARNESS_STORAGE_DIR: place.storage,
    AGENT_HARNESS_URL: service.url,
    AGENT_HARNESS_TOKEN: OPERATOR,
  };
  const doctor = await runCli(["doctor"], { environment });
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ service .*can no longer record anything/);
  assert.match(doctor.stdout, /✗ database .*found the file damaged/);
  while (!service.output().includes("The database is damaged")) {
    await service.send("/health").then((r) => r.text());
  }
});

Deno.test("control: SQLite itself opens a database with that damage and writes to it", async () => {
  using place = new Place();
  await filled(place);
  const file = place.file("harness.db");
  assert.equal(findDamage(file), null);
  damageIndex(file);
  assert.notEqual(findDamage(file), null);
  const database = new Database(file);
  assert.equal(database.run("update meta set value = value where key = 'installation'"), 1);
  database.close();
});

/** Databases that cannot be opened at all. */
const BROKEN: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  "is another file": () =>
    new TextEncoder().encode("This is a text, and a longer one than a header is. ".repeat(100)),
  "has a damaged header": (bytes) => bytes.with(3, 0),
  "has a damaged first page": (bytes) =>
    Uint8Array.from(bytes, (byte, at) => at >= 100 && at < 400 ? 0xa5 : byte),
  "was cut short": (bytes) => bytes.slice(0, 8192),
};

for (const [name, breakFile] of Object.entries(BROKEN)) {
  Deno.test(`a database that ${name} ends the start with a sentence and an exit code`, async () => {
    using place = new Place();
    await filled(place);
    const file = place.file("harness.db");
    Deno.writeFileSync(file, breakFile(Deno.readFileSync(file)));
    const broken = Deno.readFileSync(file);
    assert.match(
      await place.refusal(),
      /^The database harness\.db is damaged \(.*\)\. Restore a backup into a new directory/m,
    );
    assert.deepEqual(Deno.readFileSync(file), broken);
  });
}
