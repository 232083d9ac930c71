import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { eventOf, EventTail } from "../recovery/event_tail.ts";
import { namesIn } from "../recovery/leftovers.ts";
import { checkStore, Site } from "../recovery/site.ts";
import { SharedDirectory } from "../shared_directory.ts";

/** A recipe whose command prints, and goes on once a file is there. */
const untilThere = (path: string) =>
  `create b.txt with "one"\nrun echo first; until test -e '${path}'; do sleep 0.05; done; echo second`;

/** Resolves once a transcript on disk holds a text. */
async function onDisk(storage: string, text: string): Promise<void> {
  const directory = join(storage, "transcripts");
  const holds = () =>
    namesIn(directory).some((name) => Deno.readTextFileSync(join(directory, name)).includes(text));
  using watcher = Deno.watchFs(storage, { recursive: true });
  if (holds()) return;
  for await (const _ of watcher) if (holds()) return;
}

Deno.test("a transcript is read while it is written, then only what has changed since; afterwards it is the same page", async () => {
  await using h = await harness({ workers: 1 });
  using shared = new SharedDirectory(h.directory);
  using repository = TestRepository.make();
  const { id } = await h.operator("POST /runs", {
    body: {
      request: untilThere(shared.path("go")),
      repoPath: repository.root,
      workflowTemplateId: "sequential",
    },
  });
  await onDisk(h.directory, "first\\n");
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id } });
  const read = (query = {}) =>
    h.operator("GET /task-sessions/:id/transcript", { params: { id: session!.id }, query });
  const { progress } = await h.operator("GET /runs/:id/workspace", { params: { id } });
  assert.deepEqual(progress.steps.map(({ status }) => status), ["done", "active", "todo", "todo"]);
  assert.ok(progress.activeSince);
  const live = await read();
  assert.equal(live.transcripts[0]!.state, "open");
  assert.deepEqual(live.entries.map(({ kind, tool }) => tool?.name ?? kind).toSorted(), [
    "create",
    "run",
    "told",
  ]);
  const command = live.entries.find(({ tool }) => tool?.name === "run")!;
  assert.deepEqual([command.tool!.status, command.tool!.output], ["running", "first\n"]);
  assert.deepEqual((await read({ after: live.cursor })).entries, [], "nothing has changed since");
  Deno.writeTextFileSync(shared.path("go"), "");
  await h.settled(id);
  const after = await read();
  assert.equal(after.transcripts[0]!.state, "kept");
  const ended = after.entries.find(({ tool }) => tool?.name === "run")!;
  assert.equal(ended.n, command.n, "it is the same entry");
  assert.deepEqual([ended.tool!.status, ended.tool!.output], ["completed", "first\nsecond\n"]);
  assert.equal((await h.json("GET", `/task-sessions/${session!.id}/transcript?number=7`)).status, 404);
});

Deno.test("kill -9 in the middle keeps what was on disk as an interrupted transcript, and the next attempt writes another", async () => {
  using site = Site.make();
  await using killed = await site.start();
  const { id } = await killed.operator("POST /runs", {
    body: {
      request: untilThere(site.path("go")),
      repoPath: site.repository.root,
      workflowTemplateId: "sequential",
    },
  });
  await onDisk(site.storage, "first\\n");
  await killed.kill();
  Deno.writeTextFileSync(site.path("go"), "");
  await using service = await site.start();
  using tail = new EventTail(service, 0);
  await tail.first(eventOf(id, "approval.requested"));
  const [session] = await service.operator("GET /runs/:id/task-sessions", { params: { id } });
  const read = (number: number) =>
    service.operator("GET /task-sessions/:id/transcript", {
      params: { id: session!.id },
      query: { number: String(number) },
    });
  const before = await read(1);
  assert.deepEqual(before.transcripts.map(({ attempt, state }) => [attempt, state]), [
    [1, "interrupted"],
    [2, "kept"],
  ]);
  const toolOf = ({ entries }: typeof before) => entries.find(({ tool }) => tool?.name === "run")!.tool!;
  assert.deepEqual([toolOf(before).status, toolOf(before).output], ["interrupted", "first\n"]);
  assert.deepEqual([toolOf(await read(2)).status, toolOf(await read(2)).output], [
    "completed",
    "first\nsecond\n",
  ]);
  assert.deepEqual(namesIn(join(site.storage, "transcripts")), []);
  await checkStore(service);
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  await site.end(service);
});
