import assert from "node:assert/strict";
import { join } from "node:path";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { saveResearchNote } from "../../services/knowledge/research/save_note.ts";
import { CAPSULE_RULES } from "../../services/operations/capsules/manifest.ts";
import { TestRepository } from "../git.ts";
import { AGENT, harness } from "../harness.ts";
import { says, uses } from "../models/server/reply.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { runToRest } from "../runs/scenario.ts";
import { filesBelow } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";
import { exported, FILES, readHere, verifiedRun } from "./made.ts";

/** What looks like a key of a provider. */
const KEY = `sk-${"a1B2c3D4".repeat(6)}`;

const SECRET = "s3cr3t-value-0123456789";

const unpacked = async (path: string): Promise<string> => {
  const into = temporaryDirectory();
  await extractArchive(path, into, null, undefined, CAPSULE_RULES);
  return [...filesBelow(into)].map(({ bytes }) => new TextDecoder("latin1").decode(bytes)).join("\n");
};

Deno.test("a secret that became known after the run is in no byte of its capsule, and each removal is listed", async () => {
  const write = uses(
    { name: "create_file", input: { path: "b.txt", content: "made\n" } },
    `I use ${SECRET} here.`,
  );
  await using world = await ModelWorld.open(planning(works(write, says(`It was ${SECRET}.`))));
  const { h } = world;
  const { id } = await world.run("Write it.");
  const before = await exported(h, id);
  assert.ok((await unpacked(before.path)).includes(SECRET), "the control: unknown, it leaves");

  h.service.redactor.know(SECRET, "the secret of the test");
  const contents = await h.operator("GET /runs/:id/capsule", { params: { id } });
  assert.ok(!JSON.stringify(contents).includes(SECRET));
  const transcript = contents.files.find(({ name }) => name.startsWith("transcript"))!;
  assert.ok(transcript.secretsRemoved >= 2, JSON.stringify(contents.files));
  assert.ok(
    contents.leftOut.some(({ what, why }) => /^the data of entry \d+ \(/.test(what) && why === "secret"),
  );
  const { path, signer } = await exported(h, id);
  assert.ok(!(await unpacked(path)).includes(SECRET));
  const { report } = await readHere(path, signer);
  assert.ok(report.ok, JSON.stringify(report.checks));
  assert.ok(report.capsule!.manifest.withheldEntries.length > 0);
});

Deno.test("a run whose request contains a secret leaves without it, and the reader is told that only the signature covers it", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const { id } = await runToRest(h, repository, { request: `create b.txt with "${SECRET}b"` });
  h.service.redactor.know(`create b.txt with "${SECRET}`, "the secret of the test");
  const { path, signer } = await exported(h, id);
  const { report } = await readHere(path, signer);
  assert.ok(report.ok, JSON.stringify(report.checks));
  assert.match(report.capsule!.manifest.run.request, /^\[redacted\]b"$/);
  assert.match(report.checks.find(({ name }) => name === "run")!.detail, /Only the signature covers it/);
});

Deno.test("a repository that contains a known secret does not leave, and a file that looks as if it did is listed", async () => {
  using repository = TestRepository.make({ "a.txt": "hello\n", "key.txt": `${KEY}\n` });
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  const { suspicious, repositoryFiles } = await h.operator("GET /runs/:id/capsule", { params: { id } });
  assert.deepEqual(suspicious, ["key.txt"]);
  assert.deepEqual(repositoryFiles, ["a.txt", "b.txt", "key.txt"]);
  h.service.redactor.know(KEY, "the secret of the test");
  const refused = await h.json("GET", `/runs/${id}/capsule`);
  assert.equal(refused.status, 400);
  assert.match(refused.body.error, /^key\.txt contains the secret of the test\. .* cannot be exported/);
});

Deno.test("a repository with a link that leads out of it does not leave, and the error says so", async () => {
  using repository = TestRepository.make(FILES);
  Deno.symlinkSync("/etc/hosts", join(repository.root, "hosts"));
  repository.commit({}, "Add a link");
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  const { status, body } = await h.json("GET", `/runs/${id}/capsule`);
  assert.deepEqual(
    [status, /"hosts" leads out .* cannot be exported\.$/.test(body.error)],
    [400, true],
    body.error,
  );
});

Deno.test("a repository with a known secret in a file of UTF-16 does not leave", async () => {
  const secret = "correct horse battery";
  using repository = TestRepository.make({ "a.txt": "hello\n", "setup.reg": [...secret].join("\0") });
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  h.service.redactor.know(secret, "the secret of the test");
  const { status, body } = await h.json("GET", `/runs/${id}/capsule`);
  assert.deepEqual([status, /^setup\.reg contains the secret/.test(body.error)], [400, true], body.error);
});

Deno.test("what was erased is not in a capsule: a whole run, and evidence whose file is gone", async () => {
  const write = uses({ name: "create_file", input: { path: "b.txt", content: "made\n" } }, "I write.");
  await using world = await ModelWorld.open(planning(works(write, says("Done."))));
  const { h } = world;
  const { id } = await world.run("Write it.");
  const evidence = (await h.operator("GET /runs/:id/artifact-index", { params: { id } })).items[0]!;
  await Deno.remove(h.service.artifacts.path(evidence.sha256));
  const { leftOut } = await h.operator("GET /runs/:id/capsule", { params: { id } });
  assert.ok(
    leftOut.some(({ what, why }) => what === evidence.path && why === "damaged"),
    JSON.stringify(leftOut),
  );
  const { path, signer } = await exported(h, id);
  assert.ok((await readHere(path, signer)).report.ok);

  await h.operator("POST /runs/:id/delete", { params: { id } });
  const erased = await h.json("GET", `/runs/${id}/capsule`);
  assert.equal(erased.status, 400);
  assert.match(erased.body.error, /was erased at .*, so nothing of it can be exported/);
  assert.equal((await h.json("GET", "/runs/run_00000000000000000000000000/capsule")).status, 404);
});

Deno.test("a file that is too large, and one that contains a secret and is no text, stay here and are named", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  const asset = async (title: string, bytes: Uint8Array) =>
    (await h.operator("POST /runs/:id/research-assets", {
      params: { id },
      body: { title, contentBase64: bytes.toBase64() },
    })).path;
  const large = await asset("large", new Uint8Array(16 * 1024 * 1024 + 1));
  const binary = await asset("binary", Uint8Array.from([0xff, ...new TextEncoder().encode(SECRET), 0xfe]));
  h.service.redactor.know(SECRET, "the secret of the test");
  const { leftOut } = await h.operator("GET /runs/:id/capsule", { params: { id } });
  assert.deepEqual(
    leftOut,
    [{ what: binary, why: "secret" }, { what: large, why: "too_large" }].sort((a, b) =>
      a.what < b.what ? -1 : 1
    ),
  );
  const { path, signer } = await exported(h, id);
  assert.ok((await readHere(path, signer)).report.ok);
});

Deno.test("a run with more files than a reader accepts is refused, and one with as many is read", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const params = { id: run.id };
  const ctx = contextFor(h.service, "system");
  const save = (count: number) =>
    h.store.commit(() => {
      for (let i = 0; i < count; i++) saveResearchNote(ctx, run.id, { content: "A note.", tags: [] });
    });
  await save(1);
  const { files } = await h.operator("GET /runs/:id/capsule", { params });
  await save(CAPSULE_RULES.files - 2 - files.length);
  const { path, signer } = await exported(h, run.id);
  assert.ok((await readHere(path, signer)).report.ok);
  await save(1);
  const { status, body } = await h.json("GET", `/runs/${run.id}/capsule`);
  assert.deepEqual([status, body.error], [
    400,
    "The run has 2099 files to export, of which a capsule may hold 2098.",
  ]);
});

Deno.test("an export gives exactly what was listed, only to a human, and leaves nothing in the storage", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 1 });
  const { id } = await verifiedRun(h, repository);
  for (const method of ["GET", "POST"]) {
    const refused = await h.json(
      method,
      `/runs/${id}/capsule`,
      method === "POST" ? { contentsSha256: "x" } : undefined,
      AGENT,
    );
    assert.deepEqual([refused.status, /only a human/.test(refused.body.error)], [403, true]);
  }
  const { contentsSha256 } = await h.operator("GET /runs/:id/capsule", { params: { id } });
  await h.operator("POST /runs/:id/coordinator-report", { params: { id }, body: { reason: "later" } });
  const stale = await h.json("POST", `/runs/${id}/capsule`, { contentsSha256 });
  assert.equal(stale.status, 400);
  assert.match(stale.body.error, /has changed since it was listed/);
  await exported(h, id);
  const left = [...Deno.readDirSync(join(h.directory, "workspaces"))].filter(({ name }) =>
    name.startsWith("capsule")
  );
  assert.deepEqual(left, []);
  assert.equal(Deno.statSync(join(h.directory, "signing-key.json")).mode! & 0o777, 0o600);
});
