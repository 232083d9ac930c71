import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import type { BackupConfig } from "../../services/ground/kernel/backup_config.ts";
import { verifyBackup } from "../../services/operations/backups/verify.ts";
import { sha256 } from "../../store/chain.ts";
import { Harness, harness } from "../harness.ts";
import { assertRefusal } from "../routes/sentence.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { filesBelow, sightings } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";
import { PASSPHRASE } from "./made.ts";

/** Takes a backup through the public door and waits for its end. */
async function taken(h: Harness, body: Record<string, unknown> = {}) {
  const { id } = await h.operator("POST /control-plane/backups", { body });
  await h.service.backups.idle();
  return await h.operator("GET /control-plane/backups/:id", { params: { id } });
}

const names = (directory: string): string[] =>
  [...Deno.readDirSync(directory)].map(({ name }) => name).sort();

Deno.test("POST /control-plane/backups is running at once, completed in the end, and the record fits the file", async () => {
  await using h = await harness();
  const headers = { "content-type": "application/json", "idempotency-key": "once" };
  const ask = () => h.send("/control-plane/backups", { method: "POST", headers, body: "{}" });
  let id = "";
  const events = await h.eventsOf(async () => {
    const [first, again] = [await ask(), await ask()];
    assert.deepEqual([first.status, again.status], [201, 201]);
    const begun = await first.json();
    assert.equal(begun.status, "running");
    assert.deepEqual(await again.json(), begun);
    id = begun.id;
    await h.service.backups.idle();
  });
  assert.deepEqual(events.map(({ type }) => type), ["backup.started", "backup.completed"]);
  const backup = await h.operator("GET /control-plane/backups/:id", { params: { id } });
  const bytes = Deno.readFileSync(backup.path);
  assert.deepEqual([backup.status, backup.size, backup.sha256], ["completed", bytes.length, sha256(bytes)]);
  assert.deepEqual(names(dirname(backup.path)), [backup.path.slice(dirname(backup.path).length + 1)]);
  assert.equal(Deno.statSync(backup.path).mode! & 0o777, 0o600);
  const report = await verifyBackup(backup.path, null);
  assert.ok(report.ok, JSON.stringify(report.checks));
  assert.equal(report.manifest?.chainHead.sequence, backup.headSequence);
  const { items, counts } = await h.operator("GET /control-plane/backups");
  assert.deepEqual([items, counts], [[backup], { completed: 1 }]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("POST /control-plane/backups refuses what cannot be, with a sentence and no event", async () => {
  await using h = await harness();
  const place = temporaryDirectory();
  const there = join(place, "there");
  Deno.writeTextFileSync(there, "mine");
  const bodies: Record<string, unknown>[] = [
    { output: "relative" },
    { output: there },
    { output: join(place, "no", "such") },
    { output: join(h.directory, "artifacts.tar.gz") },
    { output: h.directory },
    { output: "/\0" },
    { includeMasterKey: true },
    { passphrase: "short" },
  ];
  const before = h.store.head;
  for (const body of bodies) {
    const response = await h.send("/control-plane/backups", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await assertRefusal(response, [400], JSON.stringify(body));
  }
  assert.equal(h.store.head, before);
  assert.equal(Deno.readTextFileSync(there), "mine");
  const begun = await h.operator("POST /control-plane/backups", { body: { output: place } });
  const refused = await h.json("POST", "/control-plane/backups", {});
  assert.deepEqual([refused.status, refused.body.error.includes(begun.id)], [400, true]);
  await h.service.backups.idle();
  Deno.removeSync(place, { recursive: true });
});

Deno.test("a passphrase stays nowhere: not in the log, not in an answer, not in a file", async () => {
  await using h = await harness();
  const passphrase = `canary-${crypto.randomUUID()}`;
  const body = { passphrase, output: h.service.config.backups.directory };
  Deno.mkdirSync(body.output);
  const response = await h.send("/control-plane/backups", {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": "k" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.equal(response.status, 201, text);
  await h.service.backups.idle();
  assert.ok(!text.includes(passphrase));
  assert.deepEqual(sightings(h.directory, [passphrase]), []);
  const [backup] = (await h.operator("GET /control-plane/backups")).items;
  assert.equal(backup?.encrypted, true);
  assert.equal((await verifyBackup(backup!.path, passphrase)).ok, true);
});

Deno.test("encrypted secrets are in a backup unless they are excluded; their key only when asked for, and encrypted", async () => {
  await using h = await harness();
  const secrets = join(h.directory, "secrets");
  Deno.mkdirSync(join(secrets, "material"), { recursive: true });
  Deno.writeTextFileSync(join(secrets, "master.key"), "the key");
  Deno.writeTextFileSync(join(secrets, "material", "sec_1.v1"), "encrypted");
  Deno.writeTextFileSync(join(secrets, "material", "sec_1.v2.tmp"), "half");
  const restored = async (body: Record<string, unknown>) => {
    const { path } = await taken(h, body);
    const to = `${path}.restored`;
    const report = await restoreBackup(path, to, (body.passphrase as string | undefined) ?? null);
    assert.ok(report.ok, JSON.stringify(report.checks));
    const found = [...filesBelow(to)].map((file) => file.path.slice(to.length + 1));
    return found.filter((name) => name.startsWith("secrets")).sort();
  };
  assert.deepEqual(await restored({}), ["secrets/material/sec_1.v1"]);
  assert.deepEqual(await restored({ excludeSecrets: true }), []);
  assert.deepEqual(await restored({ passphrase: PASSPHRASE }), ["secrets/material/sec_1.v1"]);
  assert.deepEqual(await restored({ passphrase: PASSPHRASE, includeMasterKey: true }), [
    "secrets/master.key",
    "secrets/material/sec_1.v1",
  ]);
});

Deno.test("a backup that is taken while runs are made, changed and deleted is good, and of one moment", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  for (let i = 0; i < 20; i++) {
    await h.operator("POST /runs/:id/research-assets", {
      params,
      body: { title: `asset ${i}`, contentBase64: btoa(crypto.randomUUID().repeat(500)) },
    });
  }
  for (let round = 0; round < 4; round++) {
    const { id } = await h.operator("POST /control-plane/backups");
    let writes = 0;
    const deleted: string[] = [];
    while (h.service.backups.current !== null) {
      await using other = await queuedRun(h);
      await h.operator("POST /runs/:id/research-assets", {
        params: { id: other.id },
        body: { title: "gone soon", contentBase64: btoa(crypto.randomUUID().repeat(100)) },
      });
      await h.operator("POST /runs/:id/delete", { params: { id: other.id } });
      deleted.push(other.id);
      writes++;
    }
    const backup = await h.operator("GET /control-plane/backups/:id", { params: { id } });
    assert.equal(backup.status, "completed", backup.statusDetail);
    assert.ok(writes > 0);
    const to = `${backup.path}.restored`;
    const report = await restoreBackup(backup.path, to, null);
    assert.ok(report.ok, JSON.stringify(report.checks));
    // What the restored log calls erased has no artifact there either.
    const again = await Harness.open({}, to);
    const shown = await again.operator("GET /runs");
    const artifacts = [...filesBelow(join(to, "artifacts"))].length;
    assert.equal(artifacts, report.manifest!.artifacts.count);
    assert.ok(shown.some((each) => each.id === run.id));
    await again.close();
  }
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a backup of a store that lacks an artifact fails and names it; nothing is left, and the next one works", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  await h.operator("POST /runs/:id/research-assets", {
    params: { id: run.id },
    body: { title: "x", contentBase64: btoa("content of the artifact") },
  });
  const [file] = [...filesBelow(join(h.directory, "artifacts"))];
  for (
    const damage of [() => Deno.removeSync(file!.path), () => Deno.writeTextFileSync(file!.path, "other")]
  ) {
    damage();
    const backup = await taken(h);
    assert.equal(backup.status, "failed");
    assert.ok(backup.statusDetail?.includes(sha256(file!.bytes)), backup.statusDetail);
    assert.deepEqual(names(dirname(backup.path)), []);
  }
  const notices = await h.operator("GET /notifications");
  assert.ok(notices.items.some(({ title }) => /backup/i.test(title)), JSON.stringify(notices.items));
  Deno.writeFileSync(file!.path, file!.bytes);
  assert.equal((await taken(h)).status, "completed");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a service that stops while it takes a backup leaves nothing of it, and says so at the next start", async () => {
  const directory = temporaryDirectory();
  const first = await Harness.open({}, directory);
  const { id, path } = await first.operator("POST /control-plane/backups");
  await first.close();
  assert.deepEqual(names(dirname(path)), []);
  await using second = await Harness.open({}, directory);
  const backup = await second.operator("GET /control-plane/backups/:id", { params: { id } });
  assert.equal(backup.status, "interrupted");
  assert.equal((await taken(second)).status, "completed");
  assert.deepEqual(second.rebuildDifferences(), []);
});

Deno.test("maintenance takes a backup when one is due, keeps the newest, and never removes what a person asked for", async () => {
  const HOUR = 60 * 60 * 1000;
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  const directory = temporaryDirectory();
  const passphraseFile = join(directory, "passphrase");
  Deno.writeTextFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  const place = join(directory, "place");
  const backups: BackupConfig = {
    directory: place,
    intervalHours: 24,
    keep: 2,
    chain: 1,
    passphraseFile,
    excludeSecrets: false,
  };
  await using h = await harness({ now: () => new Date(at), backups });
  const { maintenance, service } = h.composition;
  service.config.maintenanceIntervalMilliseconds = HOUR;
  const pass = async () => {
    await maintenance.runOnce();
    await service.backups.idle();
    return (await h.operator("GET /control-plane/backups")).items;
  };
  const byHand = await taken(h);
  assert.deepEqual((await pass()).map(({ trigger, status }) => `${trigger} ${status}`), [
    "schedule completed",
    "operator completed",
  ]);
  at += 24 * HOUR - 1;
  assert.equal((await pass()).length, 2);
  const { schedule } = await h.operator("GET /control-plane/backups");
  assert.equal(schedule.nextAt, new Date(at + 1).toISOString());
  for (let i = 0; i < 3; i++) {
    at += 24 * HOUR;
    await pass();
  }
  const items = await pass();
  assert.deepEqual(items.map(({ status }) => status), [
    "completed",
    "completed",
    "removed",
    "removed",
    "completed",
  ]);
  const left = items.filter(({ status }) => status === "completed").map(({ path }) => path);
  assert.deepEqual(left.at(-1), byHand.path);
  assert.deepEqual(names(place).map((name) => join(place, name)), left.toSorted());
  assert.equal((await verifyBackup(left[0]!, PASSPHRASE)).ok, true);
  service.config.maintenanceIntervalMilliseconds = 0;
  assert.equal((await h.operator("GET /control-plane/backups")).schedule.nextAt, null);
  assert.deepEqual(h.rebuildDifferences(), []);
  Deno.removeSync(directory, { recursive: true });
});
