import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { configure } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { ModelServer } from "../models/server/model_server.ts";
import { says } from "../models/server/reply.ts";
import { eventOf, EventTail } from "../recovery/event_tail.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { checkStore, readLog, Site } from "../recovery/site.ts";
import { sandboxTest } from "../sandbox.ts";

const STEPS = script({ do: "run", command: "curl -s http://127.0.0.1:9/; echo done > made.txt" }, {
  do: "run",
  command: "curl -s http://127.0.0.1:9/again",
});

async function nextQuestion(
  service: ServiceProcess,
  runId: string,
  seen: readonly string[],
): Promise<string> {
  using tail = new EventTail(service);
  const event = await tail.first((each) =>
    eventOf(runId, "approval.requested", "run.failed")(each) && !seen.includes(each.subject.split("/")[1]!)
  );
  assert.equal(event.type, "approval.requested", JSON.stringify(event.data));
  return event.subject.slice("approval/".length);
}

sandboxTest(
  "kill -9 between a scoped answer and its use: the answer holds after the restart, and is there once",
  async () => {
    await using server = ModelServer.start(() => says("An answer."));
    using site = Site.make({ "keep.txt": "kept\n" });
    // It forgets its session: one that goes on may have done the first step before the kill, in a worktree that is gone.
    await configure(site.storage, server, { mode: "forgetful", agent: {} });
    let id = "";
    let first = "";
    {
      await using service = await site.start();
      const body = { request: STEPS, repoPath: site.repository.root, worker: { provider: "coder" } };
      id = (await service.operator("POST /coordinator/runs", { body })).id;
      first = await nextQuestion(service, id, []);
      const answer = { actorType: "human" as const, scope: "pattern" as const, pattern: "curl *" };
      const refused = service.operator("POST /approvals/:id/approve", {
        params: { id: first },
        body: answer,
      });
      await assert.rejects(refused, /does not match/, "what writes to a file matches no pattern");
      await service.operator("POST /approvals/:id/approve", {
        params: { id: first },
        body: { actorType: "human", scope: "run" },
      });
      await service.kill();
    }
    await using service = await site.start();
    const second = await nextQuestion(service, id, [first]);
    const { approvals } = await service.operator("GET /runs/:id", { params: { id } });
    assert.equal(
      approvals.find((each) => each.id === second)?.asks?.command,
      "curl -s http://127.0.0.1:9/again",
    );
    const grants = (await service.operator("GET /repositories/admissions")).filter(({ scope }) =>
      scope === "run"
    );
    assert.deepEqual(grants.map(({ what, runId, network }) => [what, runId, network]), [[
      "curl -s http://127.0.0.1:9/; echo done > made.txt",
      id,
      true,
    ]]);
    await service.operator("POST /approvals/:id/reject", {
      params: { id: second },
      body: { actorType: "human" },
    });
    const patch = await nextQuestion(service, id, [first, second]);
    await service.operator("POST /approvals/:id/approve", { params: { id: patch }, body: REVIEWED });
    assert.match(site.repository.read("made.txt"), /^done/);
    const log = (await readLog(service)).filter(eventOf(id, "approval.requested"));
    assert.equal(log.length, 3, "the first question was asked once");
    await checkStore(service);
    await site.end(service);
  },
);
