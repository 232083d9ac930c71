import assert from "node:assert/strict";
import { approvePending } from "../../runs/scenario.ts";
import { ModelWorld, planning, works } from "./scenario.ts";

Deno.test("POST /coordinator/runs with a model: it plans, uses its tools, and what it changed is applied once a human says so", async () => {
  await using world = await ModelWorld.open(
    planning(works(
      { name: "list_files", input: {} },
      { name: "read_file", input: { path: "a.txt" } },
      { name: "edit_file", input: { path: "a.txt", find: "hello", replace: "bye" } },
      { name: "create_file", input: { path: "docs/NOTE.md", content: "note\n" } },
      { name: "delete_file", input: { path: "old.txt" } },
    )),
    { files: { "a.txt": "hello\n", "old.txt": "old\n" } },
  );
  const { h, repository } = world;
  const run = await world.run("Say bye instead of hello, note it, and remove what is old.", {
    verifier: { command: "grep -q bye a.txt && test -f docs/NOTE.md -a ! -e old.txt" },
  });
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(repository.read("a.txt"), "hello\n");
  const ended = await approvePending(h, run);
  assert.equal(ended.status, "completed");
  assert.deepEqual(
    [repository.read("a.txt"), repository.read("docs/NOTE.md"), repository.exists("old.txt")],
    [
      "bye\n",
      "note\n",
      false,
    ],
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});
