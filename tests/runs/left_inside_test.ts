import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Harness, harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { enter } from "./enter.ts";
import { runToRest } from "./scenario.ts";
import { RunWorld } from "../workflows/run_world.ts";

/** A command that goes on when there is a file named "go" in its worktree. */
const waits = "while [ ! -e go ]; do sleep 0.05; done";

const SOURCE = `name: work
timeout: PT5S
nodes:
  - { id: mine, kind: command, with: { command: ${JSON.stringify(waits)} } }
  - { id: other, kind: command, with: { command: sleep 1000 } }
`;

/** Starts a workflow and steps into its first node while the second one goes on. */
async function inside(world: RunWorld) {
  const { h } = world;
  const id = await world.start(SOURCE);
  const run = await h.until(id, ({ tasks }) => tasks.length === 2 && tasks[0]!.tools.started === 1);
  const directory = join(h.directory, "workspaces", id, run.tasks[0]!.id);
  await h.operator("POST /runs/:id/enter", { params: { id }, body: { taskId: "mine", by: "Anna" } });
  write(directory, "go", "");
  await h.until(id, ({ tasks }) => tasks[0]?.entered !== undefined);
  return { id, directory };
}

const write = (directory: string, name: string, text: string) =>
  Deno.writeTextFileSync(join(directory, name), text);

/** The patches by hand of a run, by path. */
async function patches(h: Harness, id: string): Promise<Record<string, string>> {
  const params = { id };
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params });
  const found: Record<string, string> = {};
  for (const { path } of items.filter(({ label }) => label === "Patch by hand")) {
    const { content } = await h.operator("GET /runs/:id/artifact", { params, query: { path } });
    found[path.split("/").at(-1)!] = content!;
  }
  return found;
}

Deno.test("a run ends by its time limit while a person is inside: what they changed is an artifact, and the run says where", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { id, directory } = await inside(world);
  write(directory, "mine.txt", "by hand\n");
  const ended = await h.until(id, ({ statusDetail }) => /by-hand-1/.test(statusDetail ?? ""));
  assert.deepEqual([ended.status, ended.statusReason], ["failed", "timeout"]);
  assert.match(
    ended.statusDetail!,
    /its timeout, PT5S\. What Anna had changed in "mine" is in the artifact tasks\/\S+\/by-hand-1\.patch\.$/,
  );
  assert.equal(ended.tasks[0]!.entered, undefined);
  assert.match((await patches(h, id))["by-hand-1.patch"]!, /mine\.txt[\s\S]*\+by hand/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what a person changed after the run had ended is stored when they hand back, and before the worktree is removed", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { id, directory } = await inside(world);
  write(directory, "mine.txt", "by hand\n");
  const params = { id };
  await h.operator("POST /runs/:id/cancel", { params, body: {} });
  assert.deepEqual(Object.keys(await patches(h, id)), ["by-hand-1.patch"]);
  write(directory, "mine.txt", "later\n");
  const { status, body } = await h.json("POST", `/runs/${id}/hand-back`, {});
  assert.equal(status, 400);
  assert.match(
    body.error,
    /is cancelled, so its worker does not continue\. What Anna had changed in .*by-hand-2/,
  );
  write(directory, "mine.txt", "last\n");
  await h.composition.maintenance.runOnce();
  assert.deepEqual(
    Object.entries(await patches(h, id)).map(([path, patch]) => [path, /^\+(\w.*)$/m.exec(patch)![1]])
      .toSorted(),
    [["by-hand-1.patch", "by hand"], ["by-hand-2.patch", "later"], ["by-hand-3.patch", "last"]],
  );
  assert.ok(!existsSync(directory));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("what a worker left in a worktree does not keep a person's changes from being stored", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { id, directory } = await inside(world);
  // The first ends git at the first file in another encoding, the second cannot be tracked.
  write(directory, ".gitattributes", "* text working-tree-encoding=UTF-16\n");
  await new Deno.Command("git", { args: ["init", "-q", join(directory, "empty")] }).output();
  write(directory, "mine.txt", "by hand\n");
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  assert.match((await patches(h, id))["by-hand-1.patch"]!, /mine\.txt[\s\S]*\+by hand/);
});

Deno.test("deleting the run erases what a person had changed in it when it ended", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { id, directory } = await inside(world);
  write(directory, "mine.txt", "by hand\n");
  const params = { id };
  await h.operator("POST /runs/:id/cancel", { params, body: {} });
  const artifacts = join(h.directory, "artifacts");
  const stored = () =>
    readdirSync(artifacts, { recursive: true, encoding: "utf8" }).map((name) => join(artifacts, name))
      .filter((path) => statSync(path).isFile() && Deno.readTextFileSync(path).includes("+by hand")).length;
  assert.equal(stored(), 1, "control: it is stored");
  await h.operator("POST /runs/:id/delete", { params });
  assert.equal(stored(), 0);
});

Deno.test("what a person handed back is kept, whatever becomes of the run", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const { id, directory } = await inside(world);
  write(directory, "mine.txt", "by hand\n");
  const params = { id };
  await h.operator("POST /runs/:id/hand-back", { params, body: {} });
  await h.until(id, ({ tasks }) => tasks[0]!.status === "completed");
  await h.operator("POST /runs/:id/cancel", { params, body: {} });
  assert.match((await patches(h, id))["by-hand-1.patch"]!, /mine\.txt[\s\S]*\+by hand/);
});

Deno.test("a task is not repeated while a person is in one that depends on it", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const failed = await runToRest(h, repository, { request: 'create a.md with "a"\nrun test -e there.txt' });
  const [first, second] = failed.tasks;
  if (!second) throw new Error(JSON.stringify(failed.tasks));
  await enter(h, failed.id, { taskId: second.taskId });
  const { status, body } = await h.json("POST", `/runs/${failed.id}/task-cards/${first!.taskId}/retry`, {});
  assert.equal(status, 400);
  assert.match(body.error, /A person is working in the task/);
});
