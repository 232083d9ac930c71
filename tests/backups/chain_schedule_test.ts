import assert from "node:assert/strict";
import { join } from "node:path";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { Harness, harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

const HOUR = 60 * 60 * 1000;

/** A service that takes a backup each day, in chains of three of which it keeps two. */
async function scheduled() {
  let at = Date.parse("2026-01-02T03:04:05.678Z");
  const place = temporaryDirectory();
  const backups = {
    directory: place,
    intervalHours: 24,
    keep: 2,
    chain: 3,
    passphraseFile: null,
    excludeSecrets: false,
  };
  const h = await harness({ now: () => new Date(at), backups });
  h.composition.service.config.maintenanceIntervalMilliseconds = HOUR;
  const day = async () => {
    at += 24 * HOUR;
    await h.composition.maintenance.runOnce();
    await h.service.backups.idle();
    const { items } = await h.operator("GET /control-plane/backups");
    return items[0]!;
  };
  return { h, place, day, setBack: (hours: number) => at -= hours * HOUR };
}

/** The backups that exist, oldest first, and how many older ones each needs. */
async function kept(h: Harness) {
  const { items } = await h.operator("GET /control-plane/backups");
  return items.filter(({ status }) => status === "completed").toReversed();
}

const files = (place: string) => [...Deno.readDirSync(place)].map(({ name }) => `${place}/${name}`).sort();

Deno.test("scheduled backups form chains of the configured length; none is removed that a kept one continues", async () => {
  const { h, place, day } = await scheduled();
  await using _ = h;
  const needs: number[] = [];
  for (let i = 0; i < 5; i++) {
    needs.push((await day()).chain?.needs.length ?? 0);
    const left = await kept(h);
    assert.deepEqual(files(place), left.map(({ path }) => path).sort());
    for (const { chain } of left) {
      for (const id of chain?.needs ?? []) assert.ok(left.some((each) => each.id === id), `${id} is needed`);
    }
  }
  assert.deepEqual(needs, [0, 1, 2, 0, 1]);
  assert.deepEqual(
    (await kept(h)).map(({ chain }) => chain?.needs.length ?? 0),
    [0, 1],
    "the first chain is gone",
  );
  const [full, newest] = await kept(h);
  const byHand = await h.operator("POST /control-plane/backups", {
    body: { after: newest!.id, output: `${place}/by-hand` },
  });
  await h.service.backups.idle();
  for (let i = 0; i < 3; i++) await day();
  const left = (await kept(h)).map(({ id }) => id);
  assert.ok(
    [full!.id, newest!.id, byHand.id].every((id) => left.includes(id)),
    "a requested backup keeps its chain",
  );
  const { path } = await h.operator("GET /control-plane/backups/:id", { params: { id: byHand.id } });
  assert.equal((await restoreBackup(path, `${temporaryDirectory()}/to`, null)).ok, true);
  const { schedule } = await h.operator("GET /control-plane/backups");
  assert.equal(schedule.chain, 3);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a scheduled backup that cannot continue its chain fails by name, and the next attempt is a full backup", async () => {
  const { h, day } = await scheduled();
  await using _ = h;
  const first = await day();
  Deno.removeSync(first.path);
  const failed = await day();
  assert.deepEqual([failed.status, failed.statusDetail?.includes(`${first.path} is missing`)], [
    "failed",
    true,
  ]);
  const notices = await h.operator("GET /notifications");
  assert.ok(notices.items.some(({ detail }) => detail?.includes(first.path)), JSON.stringify(notices.items));
  const full = await day();
  assert.deepEqual([full.status, full.after], ["completed", undefined]);
  assert.equal((await day()).after, full.id);
});

/** A service that was restored from a backup, with the same directory for its own. */
async function restoredBeside(path: string, directory: string, chain: number) {
  const to = join(temporaryDirectory(), "restored");
  assert.equal((await restoreBackup(path, to, null)).ok, true);
  let at = Date.parse("2026-03-02T03:04:05.678Z");
  const backups = {
    directory,
    intervalHours: 24,
    keep: 1,
    chain,
    passphraseFile: null,
    excludeSecrets: false,
  };
  const h = await Harness.open({ now: () => new Date(at), backups }, to);
  h.composition.service.config.maintenanceIntervalMilliseconds = HOUR;
  const day = async () => {
    at += 24 * HOUR;
    await h.composition.maintenance.runOnce();
    await h.service.backups.idle();
    return (await h.operator("GET /control-plane/backups")).items[0]!;
  };
  return { h, day };
}

Deno.test("a store that was restored with the directory of its original removes and continues only its own backups", async () => {
  const { h, place, day } = await scheduled();
  await using _ = h;
  for (let i = 0; i < 3; i++) await day();
  const before = files(place);
  const newest = (await kept(h)).at(-1)!;
  assert.equal(newest.chain!.needs.length, 2, "the control: it needs the older ones");
  const other = await restoredBeside(newest.path, place, 2);
  await using _1 = other.h;
  const own = [await other.day(), await other.day(), await other.day()];
  assert.deepEqual(own.map(({ after }) => after), [undefined, own[0]!.id, undefined]);
  assert.deepEqual(files(place), [...before, own[2]!.path].sort(), "of its own, those beyond are removed");
  const again = await restoreBackup(newest.path, join(temporaryDirectory(), "again"), null);
  assert.equal(again.ok, true, JSON.stringify(again.checks));
});

Deno.test("a backup that cannot be removed is named in the log, where its record is not said to be missing", async () => {
  const { h, place, day } = await scheduled();
  await using _ = h;
  h.composition.service.config.backups.chain = 1;
  const said: string[] = [];
  h.composition.service.log = { ...h.composition.service.log, error: (message) => void said.push(message) };
  const [first, second] = [await day(), await day()];
  Deno.removeSync(first.path);
  Deno.mkdirSync(join(first.path, "in the way"), { recursive: true });
  const [third, fourth] = [await day(), await day()];
  assert.deepEqual(files(place), [first.path, third.path, fourth.path].sort(), `without ${second.path}`);
  assert.deepEqual(said, [
    `The old backup ${first.id} could not be removed`,
    `The old backup ${first.id} could not be removed`,
  ]);
});

Deno.test("a restored store removes no backup of the directory that the original's backups are in", async () => {
  const { h, place, day } = await scheduled();
  await using _ = h;
  for (let i = 0; i < 3; i++) await day();
  const before = files(place);
  assert.equal(before.length, 3);
  const restored = join(temporaryDirectory(), "restored");
  assert.equal((await restoreBackup((await kept(h)).at(-1)!.path, restored, null)).ok, true);
  let at = Date.parse("2026-03-02T03:04:05.678Z");
  const backups = {
    directory: temporaryDirectory(),
    intervalHours: 24,
    keep: 1,
    chain: 1,
    passphraseFile: null,
    excludeSecrets: false,
  };
  await using other = await Harness.open({ now: () => new Date(at), backups }, restored);
  other.composition.service.config.maintenanceIntervalMilliseconds = HOUR;
  for (let i = 0; i < 3; i++) {
    at += 24 * HOUR;
    await other.composition.maintenance.runOnce();
    await other.service.backups.idle();
  }
  assert.deepEqual(files(place), before);
  assert.equal(files(backups.directory).length, 1, "its own are removed");
});

Deno.test("a clock that is set back by a year keeps no scheduled backup waiting for a year", async () => {
  const { h, day, setBack } = await scheduled();
  await using _ = h;
  const first = await day();
  setBack(365 * 24);
  const second = await day();
  assert.ok(second.id > first.id, "at once");
  assert.equal((await day()).after, second.id, "and then each day");
  const { schedule } = await h.operator("GET /control-plane/backups");
  assert.equal(schedule.nextAt, new Date(Date.parse("2025-01-05T03:04:05.678Z") + 24 * HOUR).toISOString());
});

Deno.test("a scheduled backup that cannot begin is a failed one, which people are told of, and is tried again", async () => {
  const { h, place, day } = await scheduled();
  await using _ = h;
  const { backups } = h.composition.service.config;
  const passphraseFile = `${temporaryDirectory()}/passphrase`;
  Object.assign(backups, { passphraseFile });
  const failed = await day();
  assert.deepEqual([failed.status, failed.trigger, failed.encrypted], ["failed", "schedule", true]);
  assert.match(failed.statusDetail!, /passphrase.*cannot be read/);
  const { items } = await h.operator("GET /notifications");
  assert.ok(items.some(({ title, detail }) => title === "A backup failed" && detail === failed.statusDetail));
  Deno.writeTextFileSync(passphraseFile, "a passphrase that is long enough", { mode: 0o600 });
  assert.equal((await day()).status, "completed");
  assert.equal(files(place).length, 1);
  assert.deepEqual(h.rebuildDifferences(), []);
});
