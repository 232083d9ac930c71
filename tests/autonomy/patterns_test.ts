import assert from "node:assert/strict";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { beyondPattern } from "../../services/ground/policy/pattern_reach.ts";
import { readPattern } from "../../services/ground/policy/patterns.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { sandboxTest } from "../sandbox.ts";

const CI = ".github/workflows/ci.yml";
const FILES = { "a.txt": "a\n", "evil.yml": "evil\n", [CI]: "on: push\n", [`d/${CI}`]: "evil\n" };
const PATTERN = { scope: "pattern", pattern: "cp *" } as const;

const run = (command: string) => ({ do: "run", command }) as const;
const commandOf = (waiting: RunDetails) => pendingOf(waiting).asks?.command;

Deno.test("patterns: what `*` stands for names no protected path and none outside, however it is written", () => {
  const beyond = (command: string, directory = "") => beyondPattern(readPattern("cp *"), command, directory);
  for (
    const word of [
      CI,
      "./.GitHub/workflows/ci.yml",
      "x/../.github",
      "--target-directory=.github",
      "-t.git/hooks",
      "package-lock.json",
      ".env",
      "/etc/passwd",
      "--target-directory=/etc",
      "../elsewhere",
      "'~/x'",
    ]
  ) assert.notEqual(beyond(`cp a.txt ${word}`), null, word);
  assert.notEqual(beyond("cp a.txt workflows/ci.yml", ".github"), null);
  assert.notEqual(beyond("cp a.txt ../../x", "src"), null);
  for (const command of ["cp a.txt b.txt", "cp -r src/. dist", "cp --update=none a b", "cp a ./b/../c"]) {
    assert.equal(beyond(command), null, command);
  }
  assert.equal(beyond("cp a.txt ../b.txt", "src"), null);
  const named = readPattern(`cp ${CI} *`);
  assert.equal(beyondPattern(named, `cp ${CI} b.yml`, ""), null, "what a human wrote out is theirs to say");
});

sandboxTest(
  "a pattern covers neither a command that names a protected path nor what one does to such a path",
  async () => {
    await using world = await World.open({ files: FILES });
    const { repository } = world;
    const asked = await world.begin(script(
      run("cp a.txt b.txt"),
      run("cp a.txt c.txt"),
      run(`cp evil.yml ${CI}`),
      run("cp -r d/. ."),
      run("cp a.txt e.txt"),
    ));
    assert.equal(commandOf(asked), "cp a.txt b.txt");
    const named = await world.decide(asked, "approve", PATTERN);
    assert.equal(commandOf(named), `cp evil.yml ${CI}`, "the control: cp a.txt c.txt was covered");
    const done = await world.decide(named, "reject");
    const { asks, title } = pendingOf(done);
    assert.deepEqual([asks?.kind, asks?.paths], ["edit", [CI]], title);
    const rest = await world.decide(done, "reject");
    await world.apply(rest);
    assert.equal(repository.read(CI), "on: push\n");
    assert.deepEqual(["b.txt", "c.txt", "e.txt"].map((path) => repository.read(path)), ["a\n", "a\n", "a\n"]);
  },
);

sandboxTest(
  "the same commands of one who was asked for each of them reach those paths: the control",
  async () => {
    await using world = await World.open({ files: FILES });
    const first = await world.begin(script(run(`cp evil.yml ${CI}`), run("cp -r d/. .")));
    const second = await world.decide(first, "approve");
    assert.equal(commandOf(second), "cp -r d/. .");
    await world.apply(await world.decide(second, "approve"));
    assert.equal(world.repository.read(CI), "evil\n");
  },
);

sandboxTest(
  "a model's command that only a pattern covers leaves no protected path changed unasked, under either setting",
  async () => {
    for (const dial of ["everything", "border"] as const) {
      const use = (command: string) => ({ name: "run_command", input: { command } });
      await using world = await ModelWorld.open(
        planning(works(use("cp a.txt b.txt"), use("cp -r d/. ."))),
        { files: FILES },
      );
      const { h, repository } = world;
      await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial } });
      const { id } = await h.agent("POST /coordinator/runs", {
        body: { request: "Copy them.", repoPath: repository.root, worker: { provider: "local" } },
      });
      const decide = async (more = {}) => {
        const { id: approval } = pendingOf(await h.settled(id));
        await h.operator("POST /approvals/:id/approve", {
          params: { id: approval },
          body: { actorType: "human", ...more },
        });
      };
      for (
        let waiting = await h.settled(id);
        commandOf(waiting) === undefined;
        waiting = await h.settled(id)
      ) {
        await decide();
      }
      await decide(PATTERN);
      const { asks } = pendingOf(await h.settled(id));
      assert.deepEqual([asks?.kind, asks?.paths], ["edit", [CI]], dial);
    }
  },
);
