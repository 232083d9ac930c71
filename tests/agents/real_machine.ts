/** A real agent on a worker machine, installed from npm. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { approvePending } from "../runs/scenario.ts";
import { DOOR, runMachine } from "../worker_machines/machine.ts";
import { untilPresent } from "../worker_machines/until.ts";
import { installAgent } from "./install.ts";

Deno.test("opencode on a worker machine: asked here, done there with models of here, verified on another one, reviewed here", async () => {
  const modules = await installAgent("opencode");
  const command = [join(modules, "opencode-linux-x64", "bin", "opencode"), "acp"];
  let asked = 0;
  await using server = ModelServer.start(({ tools, body }) => {
    if (tools.length === 0) return says("A title");
    const directory = /(\/\S*\/workspaces\/[\w-]+\/[\w-]+)/.exec(JSON.stringify(body))?.[1];
    assert.ok(directory, "the agent tells the model where it works");
    asked += 1;
    if (asked === 1) {
      return uses({ name: "write", input: { filePath: `${directory}/b.txt`, content: "from opencode\n" } });
    }
    return says("It is written.");
  });
  await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
  using repository = TestRepository.make();
  const write = (directory: string, providers: object[]) =>
    Deno.writeTextFile(join(directory, "providers.json"), JSON.stringify({ providers }));
  await write(h.directory, [
    { id: "local", kind: "openai-compatible", baseUrl: server.baseUrl, models: [{ id: "test-model" }] },
    { id: "opencode", kind: "acp", label: "opencode", command, through: "local" },
  ]);
  await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial: "everything" } });
  const prepare = (directory: string) =>
    write(directory, [{ id: "opencode", kind: "acp", label: "opencode", command }]);
  await using worker = await runMachine(
    h,
    { name: "w1", trust: ["tasks"], group: "ours" },
    undefined,
    undefined,
    prepare,
  );
  await using checker = await runMachine(h, { name: "w2", trust: ["verify"], group: "theirs" });
  await untilPresent(h, 2);
  const { id } = await h.operator("POST /coordinator/runs", {
    body: {
      request: "Write b.txt.",
      repoPath: repository.root,
      worker: { provider: "opencode" },
      verifier: { command: "grep opencode b.txt" },
      onFailure: "fail",
    },
  });
  const waiting = await h.settled(id);
  assert.match(pendingOf(waiting).title, /b\.txt/, `${waiting.statusDetail} ${worker.lines.join("\n")}`);
  const sessions = await h.operator("GET /runs/:id/task-sessions", { params: { id } });
  assert.deepEqual(sessions.map(({ machine }) => machine?.name), ["w1"]);
  const question = pendingOf(waiting);
  await h.operator("POST /approvals/:id/approve", {
    params: { id: question.id },
    body: { actorType: "human" },
  });
  const run = await h.until(
    id,
    ({ status, approvals }) =>
      status === "failed" || approvals.some((each) => each.status === "pending" && each.id !== question.id),
  );
  const { evaluation } = run;
  assert.deepEqual(
    [evaluation?.outcome, evaluation?.reportedBy?.name, evaluation?.reportedBy?.independent],
    ["passed", "w2", true],
    `${run.statusDetail} ${worker.lines.join("\n")} ${checker.lines.join("\n")}`,
  );
  const calls = h.store.events.after(0, 10_000).filter(({ type }) => type === "model.completed");
  assert.ok(calls.length >= 2, "its models were called here");
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("b.txt"), "from opencode\n");
});
