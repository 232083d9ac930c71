import assert from "node:assert/strict";
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import { RunWorld } from "./run_world.ts";

/** What a template is run with on the built-in worker, offline, and what the repository holds then. */
type Case = {
  files?: Record<string, string>;
  inputs?: Record<string, unknown>;
  after: Record<string, string>;
};

const RECIPE = 'create one.txt with "1"\ncreate two.txt with "2"';

const CASES: Record<string, Case> = {
  "sequential": { inputs: { request: RECIPE }, after: { "one.txt": "1", "two.txt": "2" } },
  "parallel": { inputs: { request: RECIPE }, after: { "one.txt": "1", "two.txt": "2" } },
  "plan-approve-implement": {
    inputs: { request: 'create done.txt with "yes"' },
    after: { "PLAN.md": "To be agreed on.", "done.txt": "yes" },
  },
  "fix-until-green": {
    files: { "check.sh": "grep -q moremore a.txt\n", "a.txt": "one\n" },
    inputs: { fix: 'append "more" to a.txt' },
    after: { "a.txt": "one\nmoremore" },
  },
  "review-only": { inputs: { request: 'create notes.txt with "looked"' }, after: {} },
  "each-file": {
    files: { "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" },
    inputs: { files: ["a.txt", "b.txt", "c.txt"], text: "seen" },
    after: { "a.txt": "a\nseen", "b.txt": "b\nseen", "c.txt": "c\nseen" },
  },
  "nightly-check": { files: { "check.sh": "exit 3\n" }, after: {} },
};

assert.deepEqual(Object.keys(CASES).sort(), Object.keys(TEMPLATE_SOURCES).sort());

for (const [id, { files, inputs = {}, after }] of Object.entries(CASES)) {
  Deno.test(`the template ${id} is done by the built-in worker, offline`, async () => {
    await using world = await RunWorld.open(files);
    const run = await world.toEnd(TEMPLATE_SOURCES[id]!, inputs);
    assert.equal(run.status, "completed", run.statusDetail);
    const changed = world.repository.git("status", "--porcelain", "-uall").trimEnd().split("\n")
      .map((line) => line.slice(3)).filter((path) => path !== "");
    assert.deepEqual(changed.sort(), Object.keys(after).sort());
    for (const [path, content] of Object.entries(after)) assert.equal(world.repository.read(path), content);
    if (id === "nightly-check") {
      const { items } = await world.h.operator("GET /notifications", {});
      assert.ok(items.some(({ title, severity }) => title === "The check fails" && severity === "warning"));
    }
    assert.deepEqual(world.h.rebuildDifferences(), []);
  });
}
