import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { writeArchive } from "../../services/operations/backups/archive/write.ts";
import { archiveManifestSchema, MANIFEST_FILE } from "../../services/operations/backups/archive/manifest.ts";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { verifyBackup } from "../../services/operations/backups/verify.ts";
import { sha256 } from "../../store/chain.ts";
import { Harness } from "../harness.ts";
import { filesBelow } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";
import { PASSPHRASE, Storage } from "./made.ts";

type Contents = Map<string, Uint8Array>;

/** Takes a backup apart, has it edited, and puts it together again with a manifest and a seal that fit. */
async function resealed(path: string, edit: (files: Contents) => void, fit = true): Promise<string> {
  const directory = temporaryDirectory();
  const order = await extractArchive(path, directory, null);
  const files: Contents = new Map(
    order.map((file) => [file.path, Deno.readFileSync(join(directory, file.path))]),
  );
  Deno.removeSync(directory, { recursive: true });
  edit(files);
  const manifest = archiveManifestSchema.parse(
    JSON.parse(new TextDecoder().decode(files.get(MANIFEST_FILE))),
  );
  const rest = [...files].filter(([name]) => name !== MANIFEST_FILE);
  const listed = rest.map(([name, bytes]) => ({ path: name, size: bytes.length, sha256: sha256(bytes) }));
  const fitting = fit ? { ...manifest, files: listed } : manifest;
  const target = `${path}.edited-${crypto.randomUUID()}`;
  await writeArchive({ path: target, encryption: null, at: new Date(0) }, async (archive) => {
    for (const [name, bytes] of rest) await archive.bytes(name, bytes);
    await archive.bytes(MANIFEST_FILE, new TextEncoder().encode(JSON.stringify(fitting)));
  });
  return target;
}

/** Edits the database of a backup as somebody with the file can. */
function sql(...statements: string[]): (files: Contents) => void {
  return (files) => {
    const file = Deno.makeTempFileSync();
    Deno.writeFileSync(file, files.get("harness.db")!);
    const connection = new DatabaseSync(file, { open: true, ...{ defensive: false } });
    for (
      const { name } of connection.prepare("select name from sqlite_schema where type = 'trigger'").all()
    ) {
      connection.exec(`drop trigger ${name}`);
    }
    for (const statement of statements) connection.exec(statement);
    connection.close();
    files.set("harness.db", Deno.readFileSync(file));
    Deno.removeSync(file);
  };
}

const firstArtifact = (files: Contents): string =>
  [...files.keys()].find((name) => name.startsWith("artifacts/"))!;

const EDITS: Readonly<Record<string, { edit: (files: Contents) => void; finds: string; fit?: boolean }>> = {
  "an event's data": {
    edit: sql("update events set data = data || ' ' where seq = 9"),
    finds: "chain",
  },
  "an event's time": {
    edit: sql("update events set at = '2020-01-01T00:00:00.000Z' where seq = 5"),
    finds: "chain",
  },
  "an event that was taken out": { edit: sql("delete from events where seq = 12"), finds: "chain" },
  "the newest event, taken out with all that it folded to": {
    edit: sql("delete from events where seq = (select max(seq) from events)"),
    finds: "rebuild",
  },
  "a document": {
    edit: sql("update documents_run set body = json_set(body, '$.status', 'x')"),
    finds: "rebuild",
  },
  "a text that is searched": {
    edit: sql(
      "update search_words set title = title || 'x' where rowid = (select max(rowid) from search_words)",
    ),
    finds: "rebuild",
  },
  "a text that is searched, one too many": {
    edit: sql("insert into search_words (title, words, paths, kind, context) values ('x', 'x', '', '', '')"),
    finds: "rebuild",
  },
  "a text that is searched, but not the words of its index": {
    edit: sql(
      "update search_words_content set c0 = c0 || 'x' where id = (select max(rowid) from search_words)",
    ),
    finds: "integrity",
  },
  "an artifact": {
    edit: (files) => files.set(firstArtifact(files), new TextEncoder().encode("something else")),
    finds: "artifacts",
  },
  "an artifact that was taken out": {
    edit: (files) => void files.delete(firstArtifact(files)),
    finds: "artifacts",
  },
  "a manifest that names other hashes": {
    edit: (files) => files.set(firstArtifact(files), new TextEncoder().encode("something else")),
    finds: "manifest",
    fit: false,
  },
  "a manifest of another installation": {
    edit: sql("update meta set value = 'another' where key = 'installation'"),
    finds: "start",
  },
  "a database that is none": {
    edit: (files) => files.set("harness.db", new TextEncoder().encode("no database ".repeat(500))),
    finds: "integrity",
  },
};

Deno.test("verifyBackup() and restoreBackup() take a faithful backup, and none with edits in it however well it is sealed", async (t) => {
  using storage = await Storage.make();
  const { path } = await storage.backUp();
  await t.step("a faithful one, plain and encrypted, is good and is left as it is", async () => {
    const encrypted = await storage.backUp({ passphrase: PASSPHRASE });
    for (const [file, passphrase] of [[path, null], [encrypted.path, PASSPHRASE]] as const) {
      const before = sha256(Deno.readFileSync(file));
      const report = await verifyBackup(file, passphrase);
      assert.deepEqual(report.checks.filter(({ ok }) => !ok), []);
      assert.equal(sha256(Deno.readFileSync(file)), before);
    }
  });
  for (const [what, { edit, finds, fit }] of Object.entries(EDITS)) {
    await t.step(`not with ${what}`, async () => {
      const edited = await resealed(path, edit, fit);
      const { ok, checks } = await verifyBackup(edited, null);
      const failed = checks.filter((check) => !check.ok).map(({ name }) => name);
      assert.ok(!ok && failed.includes(finds), JSON.stringify(checks));
      const to = join(storage.place, "never");
      assert.equal((await restoreBackup(edited, to, null)).ok, false);
      assert.deepEqual([...Deno.readDirSync(storage.place)].filter(({ name }) => /never/.test(name)), []);
    });
  }
});

Deno.test("restoreBackup() gives a directory on which a service continues, with unchanged answers", async () => {
  using storage = await Storage.make();
  const { path } = await storage.backUp();
  const to = join(storage.place, "deep", "restored");
  const report = await restoreBackup(path, to, null);
  assert.deepEqual(report.checks.filter(({ ok }) => !ok), []);
  assert.equal(Deno.statSync(to).mode! & 0o777, 0o700);
  for (const { path: file } of filesBelow(to)) assert.equal(Deno.statSync(file).mode! & 0o777, 0o600, file);
  const before = await Harness.open({}, storage.directory);
  const after = await Harness.open({}, to);
  for (const read of ["/runs", "/approvals/queue", "/memory", "/notifications"]) {
    const [a, b] = [await before.json("GET", read), await after.json("GET", read)];
    assert.deepEqual(a.body.error ?? null, null, read);
    assert.deepEqual(withoutWaits(b.body), withoutWaits(a.body), read);
  }
  for (const run of await after.operator("GET /runs")) {
    for (const artifact of await after.operator("GET /runs/:id/artifacts", { params: { id: run.id } })) {
      const response = await after.send(`/runs/${run.id}/artifact-file?path=${encodeURIComponent(artifact)}`);
      assert.equal(response.status, 200);
      await response.body?.cancel();
    }
  }
  assert.deepEqual(after.rebuildDifferences(), []);
  await before.close();
  await after.close();
});

Deno.test("restoreBackup() refuses a directory with anything in it, and a file, and touches neither", async () => {
  using storage = await Storage.make();
  const { path } = await storage.backUp();
  const full = join(storage.place, "full");
  Deno.mkdirSync(full);
  Deno.writeTextFileSync(join(full, "mine"), "x");
  await assert.rejects(restoreBackup(path, full, null), /"mine" is there/);
  await assert.rejects(restoreBackup(path, join(full, "mine"), null), /is a file/);
  assert.deepEqual([...Deno.readDirSync(full)].map(({ name }) => name), ["mine"]);
  const empty = join(storage.place, "empty");
  Deno.mkdirSync(empty);
  assert.equal((await restoreBackup(path, empty, null)).ok, true);
});

Deno.test("a backup names every file that a storage directory holds, or it is one that is made again", async () => {
  using storage = await Storage.make();
  const { path } = await storage.backUp();
  const inBackup = new Set(["harness.db", "artifacts", "secrets"]);
  const madeAgain = new Set([
    "harness.db-wal",
    "harness.db-shm",
    "repositories",
    "workspaces",
    "transcripts",
    "logs",
    "lock",
    "head.json",
    "backups",
    "sandbox",
  ]);
  for (const { name } of Deno.readDirSync(storage.directory)) {
    assert.ok(inBackup.has(name) || madeAgain.has(name), `nobody decided whether a backup holds ${name}`);
  }
  assert.equal((await verifyBackup(path, null)).ok, true);
});

/** An answer without what the clock alone changes. */
const withoutWaits = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => ["waitingSeconds", "checkedAt"].includes(key) ? undefined : value),
  );
