/** Real Claude Code with its own login, of a fake provider. `deno task test:agents`; not part of `deno task test`. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import { CANARY, SEARCH } from "../models/acp/canary.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says, uses } from "../models/server/reply.ts";
import { eventOf, EventTail } from "../recovery/event_tail.ts";
import { checkStore, Site } from "../recovery/site.ts";
import { claude } from "./claude.ts";

Deno.test("Claude Code works with its own login, and a command of it searches for the login and finds none", async () => {
  const agent = await claude();
  let asked = 0;
  await using server = ModelServer.start(({ tools }) =>
    tools.length > 0 && asked++ === 0 ? uses(agent.runs(SEARCH)) : says("Nothing was found.")
  );
  server.key = CANARY;
  using site = Site.make({ "a.txt": "line one\n" });
  const settings = { id: "agent", kind: "acp", label: agent.label, command: agent.command };
  await Deno.writeTextFile(
    join(site.storage, "providers.json"),
    JSON.stringify({ providers: [{ ...settings, baseUrl: server.baseUrl }] }),
  );
  await using service = await site.start();
  await service.operator("POST /secrets", {
    body: {
      name: "agent-login",
      kind: "agent-login",
      provider: "agent",
      value: CANARY,
      metadata: { address: server.baseUrl },
    },
  });
  using tail = new EventTail(service);
  const { id } = await service.operator("POST /coordinator/runs", {
    body: {
      request: "Look for it.",
      repoPath: site.repository.root,
      worker: { provider: "agent" },
      onFailure: "fail",
    },
  });
  const event = await tail.first(eventOf(id, "approval.requested", "run.completed", "run.failed"));
  assert.equal(event.type, "approval.requested", JSON.stringify(event.data));
  const approval = event.subject.slice("approval/".length);
  await service.operator("POST /approvals/:id/approve", { params: { id: approval }, body: REVIEWED });
  assert.equal(site.repository.read("found.txt"), "");
  assert.ok(server.questions.length > 0);
  for (const { headers } of server.questions) {
    assert.equal(headers.get("authorization"), `Bearer ${CANARY}`);
    assert.match(headers.get("anthropic-beta") ?? "", /oauth-2025-04-20/);
    assert.equal(headers.get("x-api-key"), null);
  }
  await checkStore(service);
  await site.end(service);
});
