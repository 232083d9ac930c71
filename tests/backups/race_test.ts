import assert from "node:assert/strict";
import { takeTestBackup } from "./made.ts";
import { join } from "node:path";
import { extractArchive } from "../../services/operations/backups/archive/read.ts";
import { archiveManifestSchema, MANIFEST_FILE } from "../../services/operations/backups/archive/manifest.ts";
import { restoreBackup } from "../../services/operations/backups/restore.ts";
import { sha256 } from "../../store/chain.ts";
import { type Harness, harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { sightings } from "../store/canaries.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Takes a backup while `meanwhile` happens, once, after the database was copied and before the n-th artifact is read. */
async function takenWhile(h: Harness, path: string, nth: number, meanwhile: () => Promise<unknown>) {
  const real = Deno.open;
  let opened = 0;
  Deno.open = async (name, options) => {
    if (String(name).startsWith(join(h.directory, "artifacts")) && opened++ === nth) {
      Deno.open = real;
      await meanwhile();
    }
    return await real(name, options);
  };
  try {
    return await takeTestBackup(h.directory, path);
  } finally {
    Deno.open = real;
  }
}

async function runWithAssets(h: Harness, contents: readonly string[]): Promise<string> {
  await using run = await queuedRun(h);
  for (const content of contents) {
    const body = { title: "asset", contentBase64: btoa(content) };
    await h.operator("POST /runs/:id/research-assets", { params: { id: run.id }, body });
  }
  return run.id;
}

Deno.test("takeBackup(): a run that is deleted after the database was copied is erased in the backup too", async () => {
  const words = ["a", "b", "c", "d"].map((name) => `canary-${name}-${crypto.randomUUID()}`);
  for (const nth of [0, 1, 3]) {
    await using h = await harness();
    await runWithAssets(h, ["kept one", "kept two"]);
    const id = await runWithAssets(h, words);
    const place = temporaryDirectory();
    const path = join(place, "backup");
    const result = await takenWhile(
      h,
      path,
      nth,
      () => h.operator("POST /runs/:id/delete", { params: { id } }),
    );
    assert.equal(result.artifacts, 2);
    const to = join(place, "restored");
    const report = await restoreBackup(path, to, null);
    assert.ok(report.ok, JSON.stringify(report.checks));
    assert.deepEqual(sightings(to, words), []);
    Deno.removeSync(place, { recursive: true });
  }
});

Deno.test("takeBackup(): a secret that changes after the database was copied is in the backup as it is then", async () => {
  await using h = await harness();
  await runWithAssets(h, ["one"]);
  const secrets = join(h.directory, "secrets");
  Deno.mkdirSync(secrets);
  Deno.writeTextFileSync(join(secrets, "sec_1.1"), "first");
  const place = temporaryDirectory();
  const path = join(place, "backup");
  await takenWhile(h, path, 0, () => {
    Deno.writeTextFileSync(join(secrets, "sec_1.2"), "second");
    Deno.removeSync(join(secrets, "sec_1.1"));
    return h.operator("POST /memory", {
      body: { type: "fact", scope: "global", content: "rotated", source: { kind: "user", id: "me" } },
    });
  });
  const into = join(place, "into");
  const files = await extractArchive(path, into, null);
  const manifest = archiveManifestSchema.parse(JSON.parse(Deno.readTextFileSync(join(into, MANIFEST_FILE))));
  assert.deepEqual(files.filter((file) => file.path.startsWith("secrets")).map((file) => file.sha256), [
    sha256("second"),
  ]);
  assert.equal(manifest.chainHead.sequence, h.store.head);
  Deno.removeSync(place, { recursive: true });
});
