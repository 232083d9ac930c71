import assert from "node:assert/strict";
import { referencedArtifacts } from "../../store/referenced_artifacts.ts";
import { sha256 } from "../../store/chain.ts";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

Deno.test("the backup manifest describes what is stored now, however often it was asked for", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const add = (title: string) =>
    h.operator("POST /runs/:id/research-assets", {
      params: { id: run.id },
      body: { title, contentBase64: btoa(`content of ${title}`) },
    });
  const manifest = async () => {
    const shown = await h.operator("GET /control-plane/backup-manifest");
    const references = referencedArtifacts(h.store);
    assert.deepEqual(shown.artifacts, {
      count: references.length,
      bytes: references.reduce((sum, { size }) => sum + size, 0),
      digest: sha256(references.map((reference) => reference.sha256).join("\n")),
    });
    assert.deepEqual(shown.chainHead, { sequence: h.store.chainHead.seq, hash: h.store.chainHead.hash });
    const stored = shown.items.find(({ path }) => path === "artifacts")!.size;
    assert.equal(stored, sizeOf(`${h.directory}/artifacts`));
    return shown.artifacts.count;
  };
  await add("one");
  const before = await manifest();
  assert.equal(await manifest(), before);
  await h.operator("POST /memory", {
    body: { type: "fact", scope: "global", content: "x", source: { kind: "user", id: "me" } },
  });
  assert.equal(await manifest(), before);
  await add("two");
  assert.equal(await manifest(), before + 1);
  await h.operator("POST /runs/:id/cancel", { params: { id: run.id } });
  await h.operator("POST /runs/:id/delete", { params: { id: run.id } });
  assert.equal(await manifest(), 0);
});

Deno.test("a directory that was measured is listed again when a file came, went or was replaced", async () => {
  await using h = await harness();
  const folder = `${h.directory}/artifacts/ab`;
  Deno.mkdirSync(folder, { recursive: true });
  const size = async () =>
    (await h.operator("GET /control-plane/backup-manifest")).items.find(({ path }) => path === "artifacts")!
      .size;
  const long = new Date(Date.now() - 60_000);
  const change = async (work: () => void, at: Date) => {
    work();
    Deno.utimeSync(folder, at, at); // an old change, which is remembered
    assert.deepEqual([await size(), await size()], [sizeOf(folder), sizeOf(folder)]);
  };
  await change(() => Deno.writeTextFileSync(`${folder}/one`, "1"), long);
  await change(() => Deno.writeTextFileSync(`${folder}/two`, "22"), new Date(long.getTime() + 1000));
  await change(() => {
    Deno.writeTextFileSync(`${folder}/new`, "333");
    Deno.renameSync(`${folder}/new`, `${folder}/two`);
  }, new Date(long.getTime() + 2000));
  await change(() => Deno.removeSync(`${folder}/one`), new Date(long.getTime() + 3000));
  assert.equal(await size(), 3);
});

function sizeOf(path: string): number {
  let sum = 0;
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    sum += isDirectory ? sizeOf(`${path}/${name}`) : Deno.statSync(`${path}/${name}`).size;
  }
  return sum;
}
