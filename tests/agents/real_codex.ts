/** Real Codex, by its adapter, to an applied patch. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findProgram } from "../../services/ground/kernel/find_program.ts";
import { REVIEWED } from "../git.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { eventOf, EventTail } from "../recovery/event_tail.ts";
import { checkStore, Site } from "../recovery/site.ts";
import { installAgent } from "./install.ts";
import { configure } from "./scenario.ts";

Deno.test("Codex: a command and an edit, from the request to the applied patch", async () => {
  const modules = await installAgent("codex");
  const node = findProgram("node", Deno.env.get("PATH") ?? "");
  assert.ok(node, "codex-acp runs on Node");
  const runs = (cmd: string) =>
    uses({
      name: "exec_command",
      input: { cmd, sandbox_permissions: "require_escalated", justification: "It is needed." },
    });
  const script = [runs("cat a.txt"), runs("sed -i 's/line one/line one changed/' a.txt")];
  const results: string[] = [];
  await using server = ModelServer.start((question) => {
    if (question.tools.length === 0) return says("A title");
    assert.match(JSON.stringify(question.body), /Your sandbox cannot start here/);
    results.push(...question.results);
    return script.shift() ?? says("It is changed.");
  });
  using site = Site.make({ "a.txt": "line one\n" });
  const command = [node, join(modules, "@agentclientprotocol", "codex-acp", "dist", "index.js")];
  await configure(site, { label: "Codex", command, upstream: "openai-compatible" }, server);
  await using service = await site.start();
  using tail = new EventTail(service);
  const { id } = await service.operator("POST /coordinator/runs", {
    body: { request: "Change a.txt.", repoPath: site.repository.root, worker: { provider: "agent" } },
  });
  const event = await tail.first(eventOf(id, "approval.requested", "run.completed", "run.failed"));
  assert.equal(event.type, "approval.requested", JSON.stringify(event.data));
  assert.match(results[0]!, /line one/, "its commands run in the sandbox, and it reads what they print");
  const approval = event.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  await tail.first(eventOf(id, "run.completed"));
  assert.equal(site.repository.read("a.txt"), "line one changed\n");
  await checkStore(service);
  await site.end(service);
});
