import assert from "node:assert/strict";
import { join } from "node:path";
import { script } from "../models/acp/script.ts";
import { World } from "../models/acp/acp_world.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";

const FILES = {
  "a.txt": "hello from the top\n",
  "pkg/web/a.txt": "hello\n",
  "pkg/web/src/b.txt": "hello\n",
  "pkg/api/a.txt": "hello from api\n",
  ".claude/settings.json": "{}\n",
};

Deno.test("a model's tools list, search, read and change the named directory, by paths relative to it", async () => {
  await using world = await ModelWorld.open(
    planning(works(
      { name: "list_files", input: {} },
      { name: "search", input: { text: "hello" } },
      { name: "search", input: { text: "hello", glob: "src/*.txt" } },
      { name: "read_file", input: { path: "../api/a.txt" } },
      { name: "edit_file", input: { path: "a.txt", find: "hello", replace: "bye" } },
    )),
    { files: FILES },
  );
  const run = await world.run("Change it.", { repoPath: join(world.repository.root, "pkg/web") });
  const results = world.server.questions.flatMap((question) => question.results);
  assert.equal(results[0], "a.txt\nsrc/b.txt");
  assert.deepEqual(results[1]!.split("\n").sort(), ["a.txt:1:hello", "src/b.txt:1:hello"]);
  assert.equal(results[2], "src/b.txt:1:hello");
  assert.doesNotMatch(results[3]!, /from api/);
  assert.equal((await approvePending(world.h, run)).status, "completed");
  assert.equal(world.repository.git("status", "--porcelain"), " M pkg/web/a.txt\n");
  const listing = world.server.questions.find(({ system }) => system.startsWith("You are the planner"))!;
  assert.doesNotMatch(JSON.stringify(listing), /pkg\/api/, "the planner is shown that directory alone");
});

sandboxTest(
  "a coding agent works in the named directory: asked and unasked changes, and what it is shown",
  async () => {
    await using world = await World.open({ files: FILES });
    const { id } = await world.h.operator("POST /coordinator/runs", {
      body: {
        request: script(
          { do: "edit", path: "new.txt", text: "new\n" },
          {
            do: "run",
            command:
              "{ cat ../../a.txt; ls -A ../../.claude; echo x > ../api/a.txt || echo held; } > seen.txt 2>/dev/null",
            how: "unasked",
          },
        ),
        repoPath: join(world.repository.root, "pkg/web"),
        worker: { provider: "coder" },
      },
    });
    const asked = await world.h.settled(id);
    assert.equal(pendingOf(asked).title, "Let coder change new.txt");
    const unasked = await world.decide(asked, "approve");
    assert.match(pendingOf(unasked).title, /without asking: pkg\/web\/seen\.txt$/);
    const done = await world.apply(await world.decide(unasked, "approve"));
    assert.equal(done.status, "completed", done.statusDetail);
    assert.equal(world.repository.read("pkg/web/new.txt"), "new\n");
    assert.equal(world.repository.read("pkg/web/seen.txt"), "hello from the top\nheld\n");
    assert.equal(world.repository.read("pkg/api/a.txt"), FILES["pkg/api/a.txt"]);
    assert.deepEqual(world.incidents(done), ["unasked_change"]);
  },
);
