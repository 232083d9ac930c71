import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { verifyBackup } from "../../services/operations/backups/verify.ts";
import { followBackup } from "../../commands/backup/follow.ts";
import { connectTo } from "../../commands/service/connection.ts";
import { Harness, OPERATOR } from "../harness.ts";
import { ServiceProcess } from "../recovery/service_process.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { temporaryDirectory } from "../temporary.ts";
import { takeTestBackup } from "./made.ts";

const CLI = new URL("../../cli.ts", import.meta.url).pathname;
const OFFLINE_KILLS = 10;
const ONLINE_KILLS = 6;
const CHAIN_KILLS = 8;

/** A storage directory with some megabytes that no compression makes fewer. */
async function fullStorage(): Promise<string> {
  const directory = temporaryDirectory();
  await addAssets(join(directory, "storage"), 24);
  return directory;
}

async function addAssets(storage: string, count: number): Promise<void> {
  Deno.mkdirSync(storage, { recursive: true });
  const h = await Harness.open({}, storage);
  await using run = await queuedRun(h);
  for (let i = 0; i < count; i++) {
    const contentBase64 = randomBytes(300_000).toString("base64");
    await h.operator("POST /runs/:id/research-assets", {
      params: { id: run.id },
      body: { title: `asset ${i}`, contentBase64 },
    });
  }
  await h.close();
}

/**
 * Ends the process by SIGKILL when that many things have happened in the directory, or the backup is there (one that was `before` does not count); true when it had
 * not ended before.
 */
async function killAfter(
  child: Deno.ChildProcess,
  directory: string,
  changes: number,
  before?: string,
): Promise<boolean> {
  const watcher = Deno.watchFs(directory, { recursive: true });
  const ended = child.status.finally(() => watcher.close());
  let left = changes;
  for await (const _ of watcher) {
    if (left-- > 0 && published(directory).every((path) => path === before)) continue;
    try {
      child.kill("SIGKILL");
    } catch {
      // It has just ended by itself.
    }
    break;
  }
  return (await ended).signal === "SIGKILL";
}

/** What lies under a name for all to see, apart from what a killed process was putting together. */
const published = (place: string): string[] =>
  [...Deno.readDirSync(place)].filter(({ name }) => !name.startsWith(".")).map(({ name }) =>
    join(place, name)
  );

Deno.test("`backup create` that is killed anywhere leaves a good backup or none, and the next one clears up", async () => {
  const directory = await fullStorage();
  const place = join(directory, "place");
  Deno.mkdirSync(place);
  const create = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", CLI, "backup", "create", "--output", place],
      env: { AGENT_HARNESS_STORAGE_DIR: join(directory, "storage") },
      stdout: "null",
      stderr: "null",
    }).spawn();
  let killed = 0;
  for (let i = 0; i < OFFLINE_KILLS; i++) {
    if (await killAfter(create(), place, Math.floor((i / OFFLINE_KILLS) ** 2 * 200))) killed++;
    for (const path of published(place)) {
      const report = await verifyBackup(path, null);
      assert.ok(report.ok, JSON.stringify(report.checks));
      Deno.removeSync(path);
    }
  }
  assert.ok(killed > 0, "no process was killed before it had ended");
  assert.equal((await create().status).code, 0);
  assert.deepEqual([...Deno.readDirSync(place)].map(({ isFile }) => isFile), [true]);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("`backup create --after` that is killed anywhere leaves the chain as it was, and the next one continues it", async () => {
  const directory = await fullStorage();
  const storage = join(directory, "storage");
  const place = join(directory, "place");
  Deno.mkdirSync(place);
  const first = join(place, "first");
  await takeTestBackup(storage, first, { live: false });
  await addAssets(storage, 8);
  const create = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", CLI, "backup", "create", "--after", first],
      env: { AGENT_HARNESS_STORAGE_DIR: storage },
      stdout: "null",
      stderr: "null",
    }).spawn();
  let killed = 0;
  for (let i = 0; i < CHAIN_KILLS; i++) {
    const changes = Math.floor((i / CHAIN_KILLS) ** 2 * 80);
    if (await killAfter(create(), place, changes, first)) killed++;
    for (const path of published(place)) {
      const report = await verifyBackup(path, null);
      assert.ok(report.ok, JSON.stringify(report.checks));
      if (path !== first) Deno.removeSync(path);
    }
  }
  assert.ok(killed > 0, "no process was killed before it had ended");
  assert.equal((await create().status).code, 0);
  const [second] = published(place).filter((path) => path !== first);
  assert.equal((await verifyBackup(second!, null)).ok, true);
  assert.ok(Deno.statSync(second!).size < Deno.statSync(first).size / 2);
  assert.deepEqual([...Deno.readDirSync(place)].map(({ isFile }) => isFile), [true, true]);
  Deno.removeSync(directory, { recursive: true });
});

Deno.test("a service that is killed while it takes a backup under load leaves a good backup or none, and continues", async () => {
  const directory = await fullStorage();
  const storage = join(directory, "storage");
  const place = join(storage, "backups");
  Deno.mkdirSync(place);
  const created = new Set<string>();
  for (let i = 0; i < ONLINE_KILLS; i++) {
    await using service = await ServiceProcess.start({ storage, workers: 0 });
    const { items } = await service.operator("GET /control-plane/backups");
    assert.ok(items.every(({ status }) => status !== "running"), JSON.stringify(items));
    const writing = load(service, created);
    const dying = killAfter(service.child, place, Math.floor((i / ONLINE_KILLS) ** 2 * 200));
    await service.operator("POST /control-plane/backups").catch(() => {});
    await service.ended.then(() => dying);
    await writing;
    for (const path of published(place)) {
      const report = await verifyBackup(path, null);
      assert.ok(report.ok, JSON.stringify(report.checks));
      Deno.removeSync(path);
    }
  }
  await using service = await ServiceProcess.start({ storage, workers: 0 });
  for (let offset = 0, page = 1; page > 0; offset += page) {
    const records = await service.operator("GET /memory", { query: { limit: 1000, offset } });
    for (const { id } of records) created.delete(id);
    page = records.length;
  }
  assert.deepEqual([...created], [], "acknowledged, and not there");
  const { audit } = await service.operator("GET /control-plane/status");
  const { id } = await service.operator("POST /control-plane/backups");
  const backup = await followBackup(connectTo(service.url, OPERATOR), id, audit.headSequence);
  assert.equal(backup.status, "completed", backup.statusDetail);
  assert.deepEqual([...Deno.readDirSync(place)].map(({ isFile }) => isFile), [true]);
  await service.terminate();
  Deno.removeSync(directory, { recursive: true });
});

/** Writes until the service is gone; what was acknowledged is remembered. */
async function load(service: ServiceProcess, created: Set<string>): Promise<void> {
  const body = { type: "fact", scope: "global", content: "x", source: { kind: "user", id: "me" } };
  try {
    for (;;) created.add((await service.operator("POST /memory", { body })).id);
  } catch {
    // It was killed.
  }
}
