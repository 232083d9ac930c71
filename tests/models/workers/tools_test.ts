import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../../git.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { approvePending } from "../../runs/scenario.ts";
import { sandboxTest } from "../../sandbox.ts";
import { EDIT, ModelWorld, planning, works } from "./scenario.ts";

/** What a test without a sandbox has. */
const NO_SANDBOX = { available: false, reason: "There is none.", fix: "Install it." } as const;

const toolsOf = (world: ModelWorld, runId: string, type: string) =>
  world.events(runId, type).map(({ data }) => data as { tool: string; summary: string; output?: string });

const ESCAPES = [
  "../outside.txt",
  "/etc/passwd",
  "~/.ssh/id_rsa",
  ".git/config",
  "sub/../../outside.txt",
  ".GIT/config",
  "link/victim.txt",
  "link-to-file",
];

Deno.test("a model's tools stay in the worktree: no path, no symbolic link, no git directory leads out of it", async () => {
  const used = ESCAPES.flatMap((path) => [
    { name: "read_file", input: { path } },
    { name: "edit_file", input: { path, find: "a", replace: "b" } },
    { name: "create_file", input: { path, content: "x", replace: true } },
    { name: "delete_file", input: { path: path === "link-to-file" ? "link/victim.txt" : path } },
  ]);
  await using world = await ModelWorld.open(planning(works(...used, EDIT)));
  const outside = Deno.makeTempDirSync();
  Deno.writeTextFileSync(join(outside, "victim.txt"), "a safe text\n");
  Deno.symlinkSync(outside, join(world.repository.root, "link"));
  Deno.symlinkSync(join(outside, "victim.txt"), join(world.repository.root, "link-to-file"));
  world.repository.git("add", "-A");
  world.repository.git("commit", "-qm", "links");
  const run = await world.run("Try it.");
  assert.equal(run.status, "waiting", run.statusDetail);
  assert.equal(toolsOf(world, run.id, "tool.failed").length, used.length);
  assert.deepEqual(toolsOf(world, run.id, "tool.completed").map(({ tool }) => tool), ["edit_file"]);
  assert.equal(Deno.readTextFileSync(join(outside, "victim.txt")), "a safe text\n");
  const said = world.server.questions.flatMap(({ results }) => results).join("\n");
  assert.ok(!said.includes("a safe text") && !said.includes("root:"), said);
  Deno.removeSync(outside, { recursive: true });
});

Deno.test("a model's tools are bounded: long listings, files and matches are cut, and say so", async () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`many/${i}.txt`, `needle ${i}\n`]));
  await using world = await ModelWorld.open(
    planning(works(
      { name: "list_files", input: {} },
      { name: "list_files", input: { glob: "many/1?.txt" } },
      { name: "read_file", input: { path: "long.txt" } },
      { name: "read_file", input: { path: "long.txt", from: 4999, lines: 2 } },
      { name: "search", input: { text: "needle" } },
      { name: "search", input: { text: "needle [12]$", regex: true, glob: "many/*.txt" } },
      { name: "search", input: { text: "needle [", regex: false } },
    )),
    { files: { "long.txt": Array.from({ length: 5000 }, (_, i) => `line ${i + 1}`).join("\n"), ...files } },
  );
  await world.run("Look around.");
  const results = world.server.questions.flatMap((question) => question.results);
  assert.match(results[0]!, /\[101 more; narrow it with a glob\]/);
  assert.equal(results[1]!.split("\n").length, 10);
  assert.match(results[2]!, /^\[lines 1 to 1500 of 5000\]/);
  assert.match(results[3]!, /line 4999\nline 5000$/);
  assert.match(results[4]!, /\[more matches; narrow the search\]/);
  assert.deepEqual(results[5]!.split("\n").sort(), ["many/1.txt:1:needle 1", "many/2.txt:1:needle 2"]);
  assert.equal(results[6], "No lines match.");
});

sandboxTest(
  "a model's tools list and search the worktree, wherever a command has led its git directory",
  async () => {
    using other = TestRepository.make({ "private-name.txt": "hello, a private line\n" });
    await using world = await ModelWorld.open(
      planning(works(
        {
          name: "run_command",
          input: { command: `rm -rf .git && echo 'gitdir: ${other.root}/.git' > .git` },
        },
        { name: "list_files", input: {} },
        { name: "search", input: { text: "hello" } },
        { name: "run_command", input: { command: "cat .git" } },
        EDIT,
      )),
    );
    const run = await world.run("Look around.");
    assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
    const results = world.server.questions.flatMap((question) => question.results);
    assert.match(results[3]!, /gitdir: /, "the control: the git directory was exchanged");
    assert.equal(results[1], "a.txt");
    assert.equal(results[2], "a.txt:1:hello");
  },
);

sandboxTest("a human's run: the model's commands run in the sandbox without a question", async () => {
  await using world = await ModelWorld.open(
    planning(
      works({ name: "run_command", input: { command: "echo from inside > made.txt; cat made.txt; exit 3" } }),
    ),
  );
  const run = await world.run("Make it.");
  assert.equal(pendingOf(run).policyClass, "repo-write");
  const [used] = toolsOf(world, run.id, "tool.completed");
  assert.deepEqual([used!.tool, used!.output?.trim()], ["run_command", "from inside"]);
  assert.match(world.server.questions.at(-1)!.results[0]!, /^Exit code 3\.\nfrom inside/);
});

Deno.test("without a sandbox the model's command waits for a human; what they say is what happens", async () => {
  for (const decision of ["approve", "reject"] as const) {
    await using world = await ModelWorld.open(
      planning(works({ name: "run_command", input: { command: "echo ran > made.txt" } }, EDIT)),
      { sandbox: NO_SANDBOX },
    );
    const { h } = world;
    const waiting = await world.run("Make it.", { verifier: { command: "true" } });
    const asked = pendingOf(waiting);
    assert.deepEqual([asked.policyClass, asked.authority], ["command", "human"]);
    const params = { id: asked.id };
    if (decision === "approve") await h.operator("POST /approvals/:id/approve", { params, body: REVIEWED });
    else await h.operator("POST /approvals/:id/reject", { params, body: { actorType: "human" } });
    const run = await h.settled(waiting.id);
    assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
    await approvePending(h, run);
    assert.equal(world.repository.exists("made.txt"), decision === "approve");
    assert.equal(world.repository.read("a.txt"), "bye\n");
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});

Deno.test("the run's own verifier is run by a model without a question, and a blocked command is refused to it", async () => {
  await using world = await ModelWorld.open(
    planning(works(
      { name: "run_command", input: { command: "grep -c hello a.txt" } },
      { name: "run_command", input: { command: "nmap -sS 10.0.0.0/8" } },
    )),
    { sandbox: NO_SANDBOX },
  );
  const run = await world.run("Check it.", { verifier: { command: "grep -c hello a.txt" } });
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(toolsOf(world, run.id, "tool.completed").map(({ output }) => output?.trim()), ["1"]);
  assert.match(toolsOf(world, run.id, "tool.failed")[0]!.summary, /blocked class/);
});

Deno.test("an agent's run asks for each command of the model, also where a sandbox works", async () => {
  await using world = await ModelWorld.open(
    planning(works({ name: "run_command", input: { command: "echo x" } })),
  );
  await world.run("Say nothing."); // the repository is one that a human has used
  world.server.script = planning(works({ name: "run_command", input: { command: "echo x" } }));
  const { id } = await world.h.agent("POST /coordinator/runs", {
    body: { request: "Run it.", repoPath: world.repository.root, worker: { provider: "local" } },
  });
  const run = await world.h.settled(id);
  assert.equal(pendingOf(run).policyClass, "command", run.statusDetail);
});
