import assert from "node:assert/strict";
import { join } from "node:path";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { recordArtifact } from "../../services/control/runs/artifacts.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { namesIn } from "../recovery/leftovers.ts";
import { runToRest } from "../runs/scenario.ts";

const marks = (h: Harness) => namesIn(join(h.directory, "artifacts", "marks"));

const DESCRIBED = {
  purpose: "log",
  previewType: "text",
  label: "",
  summary: "",
  mediaType: "text/plain",
} as const;

Deno.test("what a killed process wrote and did not record is gone after the next start; what an event names stays", async () => {
  const h = await harness();
  using repository = TestRepository.make();
  const { id: runId } = await h.operator("POST /coordinator/runs", {
    body: { request: "do nothing", repoPath: repository.root },
  });
  const ctx = contextFor(h.service, "system");
  const { artifacts } = h.service;
  const put = async (text: string) => {
    const content = await artifacts.forWork().write(text);
    ctx.write(() => recordArtifact(ctx, { runId }, content, { ...DESCRIBED, path: "log" }));
    return content;
  };
  const named = [await put("its path is taken over"), await put("by another")];
  await ctx.settled();
  assert.deepEqual(marks(h), []);
  const stream = async function* () {
    yield new TextEncoder().encode("streamed");
  };
  const left = [
    await artifacts.forWork().write("not recorded"),
    await artifacts.writeStream(stream()),
    artifacts.writeSync(new TextEncoder().encode("of a verb")),
  ];
  assert.equal(marks(h).length, 3);
  await h.close();
  await using again = await Harness.open({}, h.directory);
  const has = (contents: typeof left) =>
    Promise.all(contents.map((content) => again.service.artifacts.has(content)));
  assert.deepEqual([await has(named), await has(left)], [[true, true], [false, false, false]]);
  assert.deepEqual(marks(again), []);
  await again.operator("POST /runs/:id/cancel", { params: { id: runId } });
  await again.operator("POST /runs/:id/delete", { params: { id: runId } });
  assert.deepEqual(await has(named), [false, false]);
});

Deno.test("a run that has come to rest leaves no mark", async () => {
  await using h = await harness({ workers: 1 });
  using repository = TestRepository.make();
  await runToRest(h, repository, { request: 'create a.md with "a"' });
  assert.deepEqual(marks(h), []);
});
