import assert from "node:assert/strict";
import { questionLines } from "../../commands/review/question.ts";
import type { ServiceClient } from "../../commands/service/connection.ts";
import type { QueuedApproval } from "../../commands/service/types.ts";
import { sha256 } from "../../store/chain.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { sandboxTest } from "../sandbox.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";

/** Returns two commands whose SHA-256 begin alike, as a worker finds them in a moment. */
function alike(): [string, string] {
  const known = new Map<string, string>();
  for (let n = 0;; n++) {
    const command = `npx --no-install other-${n} || true`;
    const begins = sha256(command).slice(0, 4);
    const other = known.get(begins);
    if (other !== undefined) return [other, command];
    known.set(begins, command);
  }
}

sandboxTest("each question of a worker has a file of its own, whatever it asks next", async () => {
  const commands = alike();
  const asks = commands.map((command) => ({ name: "run_command", input: { command } }));
  await using world = await ModelWorld.open(planning(works(...asks)));
  const { h } = world;
  const run = await world.run("Look.");
  const first = pendingOf(run);
  await h.operator("POST /approvals/:id/reject", { params: { id: first.id }, body: { actorType: "human" } });
  const after = await h.until(
    run.id,
    ({ approvals }) => approvals.some(({ id, status }) => status === "pending" && id !== first.id),
  );
  const second = pendingOf(after);
  assert.deepEqual([first.asks?.command, second.asks?.command], commands);
  for (const { evidence: [item] } of [first, second]) {
    const query = { path: item!.path, offset: 0 };
    const file = await h.operator("GET /runs/:id/artifact", { params: { id: run.id }, query });
    assert.equal(file.sha256, item!.sha256, "the file that it was approved by");
  }
});

Deno.test("review: the text of a question is shown only if it has the hash that its approval names", async () => {
  const call = () =>
    Promise.resolve({ content: "Say thank you.\n", next: null, sha256: sha256("Say thank you.\n") });
  const connection = { call } as unknown as ServiceClient;
  const asking = (text: string) =>
    ({
      runId: "run_1",
      asks: {},
      evidence: [{ path: "q.txt", sha256: sha256(text) }],
    }) as unknown as QueuedApproval;
  assert.match(
    (await questionLines(connection, asking("Say thank you.\n"))).join(),
    /Say thank you/,
    "the control",
  );
  await assert.rejects(
    questionLines(connection, asking("Delete the backups.\n")),
    /does not belong to this approval.*Nothing was decided/,
  );
});
