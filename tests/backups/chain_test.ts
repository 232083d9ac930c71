import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { verifyBackup } from "../../services/operations/backups/verify.ts";
import { Harness, harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { sightings } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";
import { PASSPHRASE } from "./made.ts";

/** Takes a backup through the public door and waits for its end. */
async function taken(h: Harness, body: Record<string, unknown> = {}) {
  const { id } = await h.operator("POST /control-plane/backups", { body });
  await h.service.backups.idle();
  return await h.operator("GET /control-plane/backups/:id", { params: { id } });
}

/** Makes a run with an artifact that no compression makes smaller, and returns its id. */
async function runWithAsset(h: Harness, content: Uint8Array = randomBytes(30_000)): Promise<string> {
  await using run = await queuedRun(h);
  await h.operator("POST /runs/:id/research-assets", {
    params: { id: run.id },
    body: { title: "asset", contentBase64: content.toBase64() },
  });
  return run.id;
}

/** A service with a chain of a full backup and that many that continue it, each after one more run. */
async function chainOf(h: Harness, count: number, body: Record<string, unknown> = {}) {
  await runWithAsset(h);
  const chain = [await taken(h, body)];
  while (chain.length <= count) {
    await runWithAsset(h);
    chain.push(await taken(h, { ...body, after: chain.at(-1)!.id }));
  }
  assert.deepEqual(chain.map(({ status }) => status), chain.map(() => "completed"));
  return chain;
}

/** Restores a backup and returns what a service on it answers. */
async function answersOf(path: string, passphrase: string | null = null) {
  const to = join(temporaryDirectory(), "restored");
  const report = await restoreBackup(path, to, passphrase);
  assert.deepEqual(report.checks.filter(({ ok }) => !ok), []);
  await using restored = await Harness.open({}, to);
  return await answers(restored);
}

/** What a service answers about its runs, with the content of every artifact. */
async function answers(h: Harness) {
  const runs = await h.operator("GET /runs", { query: { limit: 1000 } });
  const contents: string[] = [];
  for (const { id } of runs) {
    for (const path of await h.operator("GET /runs/:id/artifacts", { params: { id } })) {
      const response = await h.send(`/runs/${id}/artifact-file?path=${encodeURIComponent(path)}`);
      assert.equal(response.status, 200);
      contents.push(await response.text());
    }
  }
  return { ids: runs.map(({ id }) => id), statuses: runs.map(({ status }) => status), contents };
}

Deno.test("a second backup that continues the first takes at most 5 % of its size when 1 % changed, and restores the live store", async () => {
  await using h = await harness();
  const ids: string[] = [];
  for (let i = 0; i < 100; i++) ids.push(await runWithAsset(h));
  const first = await taken(h);
  await runWithAsset(h);
  await h.operator("POST /runs/:id/cancel", { params: { id: ids[50]! } });
  const second = await taken(h, { after: first.id });
  assert.equal(second.status, "completed", second.statusDetail);
  assert.ok(second.size! <= 0.05 * first.size!, `${second.size} of ${first.size} bytes`);
  assert.deepEqual(second.chain?.needs, [first.id]);
  const [live, restored] = [await answers(h), await answersOf(second.path)];
  assert.equal(live.contents.length, 101);
  assert.deepEqual(restored, live);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a backup is restored alone unless it was asked to continue another, and says what a chain needs", async () => {
  await using h = await harness();
  const [first, second, third] = await chainOf(h, 2);
  const alone = await taken(h);
  assert.deepEqual([first!.chain, alone.chain], [undefined, undefined]);
  assert.deepEqual(third!.chain?.needs, [first!.id, second!.id]);
  assert.match(
    third!.chain!.detail,
    /needs 2 older backups, .* still contain what was erased later/,
  );
  const report = await verifyBackup(third!.path, null);
  assert.deepEqual(report.checks.filter(({ ok }) => !ok), []);
  assert.match(report.manifest!.after!.detail, /still contain what was erased later/);
  assert.match(report.checks.find(({ name }) => name === "older")!.detail, /chain is complete/);
  const moved = join(temporaryDirectory(), "moved");
  Deno.renameSync(alone.path, moved);
  assert.deepEqual(await answersOf(moved), await answersOf(third!.path));
});

Deno.test("a chain with a damaged, missing or exchanged backup is not continued and not restored; the sentence names the file", async () => {
  await using h = await harness();
  const [first, second, third] = await chainOf(h, 2);
  const damages: [string, (path: string) => void, RegExp][] = [
    [first!.path, (path) => Deno.removeSync(path), /is missing/],
    [second!.path, (path) => Deno.removeSync(path), /is missing/],
    [first!.path, flipByte, /was changed or is incomplete/],
    [second!.path, flipByte, /was changed or is incomplete/],
    [first!.path, (path) => Deno.copyFileSync(second!.path, path), /was changed or is incomplete/],
  ];
  for (const [path, damage, how] of damages) {
    const bytes = Deno.readFileSync(path);
    damage(path);
    const refused = await taken(h, { after: third!.id });
    assert.equal(refused.status, "failed");
    assert.match(refused.statusDetail!, how);
    assert.ok(refused.statusDetail!.includes(path), refused.statusDetail);
    assert.match(refused.statusDetail!, /Create a full backup instead\.$/);
    const to = join(temporaryDirectory(), "restored");
    const { ok, checks } = await restoreBackup(third!.path, to, null);
    const [fault] = checks.filter((check) => !check.ok);
    assert.deepEqual([ok, fault?.name, fault?.detail.includes(path)], [false, "older", true], fault?.detail);
    assert.match(fault!.detail, how);
    assert.deepEqual([...Deno.readDirSync(dirname(to))], []);
    Deno.writeFileSync(path, bytes);
  }
  const continued = await taken(h, { after: third!.id });
  assert.equal(continued.status, "completed", continued.statusDetail);
  assert.deepEqual(await answersOf(continued.path), await answers(h));
  flipByte(continued.path);
  const itself = await taken(h, { after: continued.id });
  assert.ok(itself.statusDetail?.includes(`${continued.path} was changed`), itself.statusDetail);
  assert.equal((await taken(h)).status, "completed");
});

Deno.test("what is erased is not in the next backup of a chain nor in what it restores, and an older one still has it", async () => {
  await using h = await harness();
  const words = ["a", "b"].map((name) => `canary-${name}-${crypto.randomUUID()}`);
  await runWithAsset(h);
  const erased = await runWithAsset(h, new TextEncoder().encode(words.join(" ")));
  const request = `create a.md with "${words[0]}"`;
  await using run = await queuedRun(h, request);
  const first = await taken(h);
  for (const id of [erased, run.id]) await h.operator("POST /runs/:id/delete", { params: { id } });
  const second = await taken(h, { after: first.id });
  const place = temporaryDirectory();
  assert.deepEqual(await canariesIn(second.path, words), []);
  assert.notDeepEqual(await canariesIn(first.path, words), []);
  const to = join(place, "restored");
  assert.equal((await restoreBackup(second.path, to, null)).ok, true);
  assert.deepEqual(sightings(to, words), []);
  await runWithAsset(h, new TextEncoder().encode(words.join(" ")));
  const third = await taken(h, { after: second.id });
  assert.deepEqual(await answersOf(third.path), await answers(h));
});

Deno.test("a chain is encrypted as a whole: each backup needs its passphrase, to be added and to be restored", async () => {
  await using h = await harness();
  const [first, second] = await chainOf(h, 1, { passphrase: PASSPHRASE });
  assert.deepEqual(await answersOf(second!.path, PASSPHRASE), await answers(h));
  const plain = await taken(h);
  const ask = (body: unknown) => h.json("POST", "/control-plane/backups", body);
  const without = await ask({ after: second!.id });
  assert.deepEqual([without.status, /Give its passphrase/.test(without.body.error)], [400, true]);
  const mixed = await ask({ after: plain.id, passphrase: PASSPHRASE });
  assert.deepEqual([mixed.status, /is not encrypted/.test(mixed.body.error)], [400, true]);
  const wrong = await taken(h, { after: second!.id, passphrase: "another passphrase" });
  assert.match(wrong.statusDetail!, /does not open with this passphrase/);
  assert.equal(first!.encrypted, true);
});

Deno.test("only a completed backup in the same directory is continued", async () => {
  await using h = await harness();
  const [first] = await chainOf(h, 0);
  const before = h.store.head;
  const none = await h.json("POST", "/control-plane/backups", { after: "bak_none" });
  assert.equal(none.status, 404);
  const place = temporaryDirectory();
  const elsewhere = await h.json("POST", "/control-plane/backups", { after: first!.id, output: place });
  assert.deepEqual([elsewhere.status, elsewhere.body.error.includes(dirname(first!.path))], [400, true]);
  assert.equal(h.store.head, before);
  Deno.renameSync(first!.path, `${first!.path}.away`);
  const failed = await taken(h, { after: first!.id });
  const refused = await h.json("POST", "/control-plane/backups", { after: failed.id });
  assert.deepEqual([refused.status, refused.body.error.includes("is failed")], [400, true]);
  const there = await taken(h, { output: place });
  const named = await taken(h, { after: there.id });
  assert.deepEqual([named.status, dirname(named.path)], ["completed", Deno.realPathSync(place)]);
  assert.match(basename(named.path), /-incremental\.tar\.gz$/);
});

/** Changes one byte in the middle of a file. */
function flipByte(path: string): void {
  const bytes = Deno.readFileSync(path);
  bytes[bytes.length >> 1]! ^= 1;
  Deno.writeFileSync(path, bytes);
}

/** The files of an archive in which one of the words occurs. */
async function canariesIn(path: string, words: readonly string[]) {
  const into = temporaryDirectory();
  await extractArchive(path, into, null);
  return sightings(into, words);
}
