import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { deliverText, listening } from "./deliver.ts";
import { atThree, onClocks } from "./scenario.ts";

const SOURCE = `name: Write
nodes:
  - id: tell
    kind: notify
    with:
      title: "\${{ trigger.body.safe }} \${{ trigger.body.long }} \${{ trigger.body.longer }} \${{ trigger.body.price }}"
      content: Numbers.
outputs:
  same: \${{ trigger.body.long == 1050118621198921729 }}
  long: \${{ trigger.body.long }}
  longer: \${{ trigger.body.longer }}
  safe: \${{ trigger.body.safe }}
`;

Deno.test("long whole numbers of a delivery keep their digits in the expressions of its workflow", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree(), { workers: 1 });
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  await listening(h, { kind: "workflow", workflowId, repoPath: repository.root });
  const body = '{"safe":7,"long":1050118621198921729,"longer":12345678901234567890,"price":1.10}';
  const { runId } = await deliverText(h, body);
  const run = await h.settled(runId!);
  assert.equal(run.status, "completed", run.statusDetail ?? "");
  const { items } = await h.operator("GET /notifications", {});
  const told = "7 1050118621198921729 12345678901234567890 1.1";
  assert.ok(items.some(({ title }) => title === told), JSON.stringify(items.map(({ title }) => title)));
  const outputs = await h.operator("GET /runs/:id/artifact", {
    params: { id: runId! },
    query: { path: "outputs/round-1.json" },
  });
  assert.deepEqual(JSON.parse(outputs.content!), {
    same: true,
    long: "1050118621198921729",
    longer: "12345678901234567890",
    safe: 7,
  });
});
