import assert from "node:assert/strict";
import { Database } from "../../store/database.ts";
import { runCli } from "../cli/fixture.ts";
import { Place, remember, remembered } from "./place.ts";

/** A place whose log lost its newest entries: an older database was put there. Returns what is left. */
async function behind(place: Place): Promise<string[]> {
  const kept: string[] = [];
  for (const content of ["kept", "lost"]) {
    await using service = await place.start();
    const id = await remember(service, content);
    assert.equal((await service.terminate()).code, 0);
    if (content === "kept") {
      kept.push(id);
      Deno.copyFileSync(place.file("harness.db"), place.beside("older.db"));
    }
  }
  Deno.copyFileSync(place.beside("older.db"), place.file("harness.db"));
  return kept;
}

Deno.test("store accept-head: asks first, lets the service start again, and the log says so", async () => {
  using place = new Place();
  const kept = await behind(place);
  const doctor = await runCli(["doctor"], { environment: { AGENT_HARNESS_STORAGE_DIR: place.storage } });
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /✗ newest entries .*The log ends at entry/);
  const accept = (...args: string[]) => runCli(["store", "accept-head", "--storage", place.storage, ...args]);
  const unasked = await accept();
  assert.equal(unasked.code, 2);
  assert.match(unasked.stderr, /The log ends at entry \d+, but entry \d+ had been recorded.*add --yes/);
  assert.match(await place.refusal(), /store accept-head/, "nothing was accepted");

  const accepted = await accept("--yes", "--json");
  assert.equal(accepted.code, 0, accepted.stderr);
  const { sequence } = JSON.parse(accepted.stdout).accepted;
  await using service = await place.start();
  assert.deepEqual(await remembered(service), kept);
  const [recorded] = await eventsAfter(service.url, sequence);
  assert.equal(recorded!.type, "audit.integrity_warning");
  assert.match(
    recorded!.data.detail,
    /^A user accepted that the log continues after entry \d+\. The log ends at/,
  );
  const { audit } = await service.operator("GET /control-plane/status");
  assert.equal(audit.integrityWarnings, 1);
  const held = await accept("--yes");
  assert.equal(held.code, 2);
  assert.match(held.stderr, /is in use by process/);
  assert.equal((await service.terminate()).code, 0);
  assert.match((await accept("--yes")).stdout, /Nothing is missing\. Nothing was changed/);
});

Deno.test("after a kill, a look with another program is refused with both causes, and accepting it loses nothing", async () => {
  using place = new Place();
  let id: string;
  {
    await using service = await place.start();
    id = await remember(service, "kept");
    await service.kill();
  }
  const sqlite = new Database(place.file("harness.db")); // as the program sqlite3: it moves the write-ahead log, and deletes it
  sqlite.get("select count(*) as n from events");
  sqlite.close();
  assert.throws(() => Deno.statSync(place.file("harness.db-wal")), Deno.errors.NotFound);
  const both = /removed and the newest entries are lost, or another program .*nothing is lost/;
  const refusal = await place.refusal();
  assert.match(refusal, both);
  assert.doesNotMatch(refusal, /only there|those entries/);
  const accepted = await runCli(["store", "accept-head", "--storage", place.storage, "--yes", "--json"]);
  assert.equal(accepted.code, 0, accepted.stderr);
  await using service = await place.start();
  assert.deepEqual(await remembered(service), [id]);
  const [recorded] = await eventsAfter(service.url, JSON.parse(accepted.stdout).accepted.sequence);
  assert.match(recorded!.data.detail, both);
  assert.doesNotMatch(recorded!.data.detail, /entries are missing/);
});

Deno.test("store accept-head: a database that is empty cannot be accepted", async () => {
  using place = new Place();
  await behind(place);
  Deno.writeFileSync(place.file("harness.db"), new Uint8Array());
  const refused = await runCli(["store", "accept-head", "--yes", "--storage", place.storage]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /harness\.db is missing or empty/);
  assert.equal(Deno.statSync(place.file("harness.db")).size, 0);
});

type Recorded = { type: string; data: { detail: string } };

/** The first durable event after a sequence. */
async function eventsAfter(url: string, cursor: number): Promise<Recorded[]> {
  const ended = new AbortController();
  const response = await fetch(`${url}/events?cursor=${cursor}`, {
    headers: { authorization: "Bearer operator-token" },
    signal: ended.signal,
  });
  let text = "";
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const data = /^data: (.*)$/m.exec(text)?.[1];
    if (data !== undefined) return [JSON.parse(data)];
  }
  return [];
}
