import assert from "node:assert/strict";
import { pendingOf } from "../../kit/pending_of.ts";
import { approvePending } from "../../runs/scenario.ts";
import { EDIT, ModelWorld, planning, works } from "./scenario.ts";

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

Deno.test("POST /approvals/:id/reject with a note for rework: the model continues from its own result, with the note", async () => {
  const first = works(EDIT);
  const second = works({ name: "edit_file", input: { path: "a.txt", find: "bye", replace: "farewell" } });
  await using world = await ModelWorld.open(
    planning((question) =>
      question.said[0]!.includes("Say farewell instead") ? second(question) : first(question)
    ),
  );
  const { h, repository } = world;
  const run = await world.run("Say bye.");
  await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(run).id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "Say farewell instead." },
  });
  const again = await h.settled(run.id);
  assert.equal(again.status, "waiting", again.statusDetail);
  await approvePending(h, again);
  assert.equal(repository.read("a.txt"), "farewell\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});
