import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { deliver, deliverText, SECRET } from "./deliver.ts";
import { atThree, automate, DAY, onClocks, outcomes } from "./scenario.ts";

const REVIEW = `name: Review
inputs:
  type: object
  required: [number]
  properties:
    number: { type: integer }
    branch: { type: string, default: main }
nodes:
  - id: look
    kind: command
    with:
      command: echo "$BRANCH" > looked.txt
      env: { BRANCH: "\${{ inputs.branch }}" }
`;

const INPUTS = {
  number: "trigger.body.number",
  branch: "has(trigger.body.branch) ? trigger.body.branch : null",
};

/** Makes an automation at the path `said` that starts a workflow; returns how to save it otherwise, too. */
async function reviewing(h: Harness, root: string, more: Record<string, unknown> = {}) {
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: REVIEW } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  const secret = { name: "hook", kind: "webhook" as const, value: SECRET };
  const { id: secretId } = await h.operator("POST /secrets", { body: secret });
  const trigger = { kind: "webhook", path: "said", secretId };
  const action = { kind: "workflow", workflowId, repoPath: root };
  const save = (changed: Record<string, unknown>, doing: Record<string, unknown> = action, other = {}) =>
    h.json("POST", "/automations", {
      name: "x",
      trigger: { ...trigger, ...changed },
      action: doing,
      ...other,
    });
  const made = await automate(h, root, {
    trigger: { ...trigger, inputs: INPUTS, ...more },
    action,
    overlap: "allow_all",
  });
  return { ...made, save };
}

const inputsOf = async (h: Harness, id: string) => {
  const { inputs, inputsFromOutside } = await h.operator("GET /runs/:id", { params: { id } }) as {
    inputs?: unknown;
    inputsFromOutside?: boolean;
  };
  return { inputs, inputsFromOutside };
};

Deno.test("a delivery gives the inputs of a workflow, which count as content from outside; one that does not fit is rejected", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id, trigger } = await reviewing(h, repository.root);
  assert.deepEqual(trigger.kind === "webhook" && trigger.inputs, INPUTS);
  const { outcomeNow } = await h.operator("GET /automations/:id/preview", { params: { id }, query: {} });
  assert.equal(outcomeNow, "fired", "what a delivery gives is not missing before it comes");
  const first = await deliver(h, { number: 7, branch: "fix" });
  assert.equal(first.outcome, "fired");
  const outside = { inputsFromOutside: true };
  assert.deepEqual(await inputsOf(h, first.runId!), { inputs: { number: 7, branch: "fix" }, ...outside });
  const second = await deliver(h, { number: 8 });
  assert.deepEqual(await inputsOf(h, second.runId!), { inputs: { number: 8, branch: "main" }, ...outside });
  const none = await deliver(h, {});
  assert.deepEqual([none.outcome, none.reason], [
    "rejected",
    'Its input "number" could not be computed: No such key: number.',
  ]);
  const wrong = await deliver(h, { number: "seven" });
  assert.equal(wrong.outcome, "rejected");
  assert.match(wrong.reason!, /^inputs: .*number/);
  assert.match((await deliver(h, { number: 1, branch: "x".repeat(9000) })).reason!, /too large: .*8 KiB/);
  assert.deepEqual(await outcomes(h, id), ["fired", "fired", "rejected", "rejected", "rejected"]);

  const triggered = (body: object) => h.json("POST", `/automations/${id}/trigger`, body);
  assert.equal((await triggered({})).status, 400, "nothing was delivered, and nothing is sent");
  const again = await triggered({ fireId: first.fireId, inputs: { branch: "other" } });
  assert.equal(again.status, 201);
  assert.deepEqual(await inputsOf(h, (again.body as { runId: string }).runId), {
    inputs: { number: 7, branch: "other" },
    ...outside,
  });
  clocks.pass(31 * DAY);
  await h.composition.maintenance.runOnce();
  const late = await triggered({ fireId: first.fireId });
  assert.equal(late.status, 400);
  assert.match((late.body as { error: string }).error, /no longer kept/);
  const sent = await triggered({ inputs: { number: 9 } });
  assert.deepEqual((await inputsOf(h, (sent.body as { runId: string }).runId)).inputs, {
    number: 9,
    branch: "main",
  });
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("inputs of a delivery are checked when the automation is saved: their names, their expressions, and that there is a workflow", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { save } = await reviewing(h, repository.root);
  const plain = { kind: "run", request: "x", repoPath: repository.root };
  const refused: [RegExp, Record<string, unknown>, Record<string, unknown>?][] = [
    [/no input "numbr"/, { inputs: { ...INPUTS, numbr: "1" } }],
    [/required|number/, { inputs: { branch: "trigger.body.branch" } }],
    [/input "number" is not a CEL expression/, { inputs: { number: "trigger." } }],
    [/input "number" cannot use matches/, { inputs: { number: 'trigger.body.x.matches("(a+)+$")' } }],
    [/dedupe is not valid/, { inputs: INPUTS, dedupe: "other.body" }],
    [/request in plain words/, { inputs: INPUTS }, plain],
  ];
  for (const [why, changed, action] of refused) {
    const { status, body } = await save(changed, action);
    assert.equal(status, 400, String(why));
    assert.match((body as { error: string }).error, why);
  }
  assert.equal((await save({ inputs: INPUTS })).status, 201, "the control");
});

Deno.test("dedupe says what makes two deliveries the same, whatever else they say; where it gives nothing, the sender's key counts", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const dedupe = "has(trigger.body.id) ? trigger.body.id : null";
  const { id } = await reviewing(h, repository.root, { dedupe });
  const first = await deliver(h, { id: "a", number: 1 });
  const again = await deliver(h, { id: "a", number: 2 }, { "idempotency-key": "k" });
  assert.deepEqual([again.outcome, again.fireId, again.runId], ["deduplicated", first.fireId, first.runId]);
  await deliver(h, { id: "b", number: 2 });
  await deliver(h, { number: 3 });
  await deliver(h, { number: 3 });
  await deliver(h, { number: 4 }, { "idempotency-key": "k" });
  await deliver(h, { number: 4 }, { "idempotency-key": "k" });
  const odd = await deliver(h, { id: ["a"], number: 5 });
  assert.match(odd.reason!, /neither a text nor a number/);
  const rest = ["fired", "fired", "fired", "fired", "deduplicated", "rejected"];
  assert.deepEqual(await outcomes(h, id), ["fired", "deduplicated", ...rest]);
  const said = h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("automation."));
  assert.ok(
    said.some(({ data }) => /^body:[0-9a-f]{64}$/.test(String((data as { dedupeKey?: string }).dedupeKey))),
  );
  clocks.pass(8 * DAY);
  assert.equal((await deliver(h, { id: "a", number: 1 })).outcome, "fired");
});

Deno.test("a long number keeps its digits: two that differ in the last are two deliveries, and none becomes another input", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await reviewing(h, repository.root, {
    dedupe: "trigger.body.id",
    filter: "trigger.body.id != 1050118621198921730",
    inputs: { number: "has(trigger.body.n) ? trigger.body.n : 1", branch: "string(trigger.body.id)" },
  });
  const first = await deliverText(h, '{"id":1050118621198921728}');
  const second = await deliverText(h, '{"id":1050118621198921729}');
  assert.deepEqual([first.outcome, second.outcome], ["fired", "fired"]);
  const again = await deliverText(h, '{"id":1050118621198921729}');
  assert.deepEqual([again.outcome, again.fireId], ["deduplicated", second.fireId], "the control");
  assert.deepEqual((await inputsOf(h, second.runId!)).inputs, { number: 1, branch: "1050118621198921729" });
  assert.match((await deliverText(h, '{"id":1050118621198921730}')).reason!, /filter does not match/);
  const wrong = await deliverText(h, '{"id":2,"n":1050118621198921729}');
  assert.match(wrong.reason!, /"number" could not be computed: The number 1050118621198921729 is too long/);
  for (const id of ["1e400", "1050118621198921728105", "1.5e300"]) {
    assert.match((await deliverText(h, `{"id":${id}}`)).reason!, /too long to be exact/, id);
  }
  const replayed = await h.operator("POST /automations/:id/trigger", {
    params: { id },
    body: { fireId: first.fireId },
  });
  assert.equal(
    ((await inputsOf(h, replayed.runId!)).inputs as { branch: string }).branch,
    "1050118621198921728",
  );
});

Deno.test("a delivery whose inputs do not fit does not keep a later one with the same key from starting", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await reviewing(h, repository.root, { dedupe: "trigger.body.id" });
  assert.equal((await deliver(h, { id: "a" })).outcome, "rejected");
  const whole = await deliver(h, { id: "a", number: 1 });
  assert.equal(whole.outcome, "fired");
  assert.equal((await deliver(h, { id: "a" })).fireId === whole.fireId, false, "it starts nothing");
  assert.equal((await deliver(h, { id: "a", number: 2 })).outcome, "deduplicated", "the control");
});

Deno.test("a delivery that arrives while its automation is changed is computed again, and gives its inputs to no other action", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id, save } = await reviewing(h, repository.root, { inputs: { number: "1", branch: "'former'" } });
  const { id: workflowId } = await h.operator("POST /saved-workflows", {
    body: { source: REVIEW.replace("Review", "Deploy") },
  });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  const [delivery] = await Promise.all([
    deliver(h, {}),
    save(
      { inputs: { number: "1", branch: "'present'" } },
      { kind: "workflow", workflowId, repoPath: repository.root },
      { id, overlap: "allow_all" },
    ),
  ]);
  const started = async (runId: string) => {
    const run = await h.operator("GET /runs/:id", { params: { id: runId } }) as unknown as {
      workflowId: string;
      inputs: { branch: string };
    };
    return [run.workflowId === workflowId ? "present" : "former", run.inputs.branch];
  };
  assert.equal(delivery.outcome, "fired", delivery.reason ?? "");
  assert.equal(...await started(delivery.runId!) as [string, string]);
  const next = await deliver(h, {});
  assert.deepEqual(await started(next.runId!), ["present", "present"], "the control");
});

Deno.test("what many expressions cost grows little with what was delivered: it is read once for all of them", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const names = Array.from({ length: 50 }, (_, n) => `i${n}`);
  const properties = names.map((name) => `    ${name}: { type: integer }\n`).join("");
  const source = `name: Many\ninputs:\n  type: object\n  properties:\n${properties}nodes:
  - { id: look, kind: command, with: { command: "true" } }\n`;
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  const { id, save } = await reviewing(h, repository.root);
  await h.operator("DELETE /automations/:id", { params: { id } });
  const body = { n: 1, ...Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, n])) };
  const took = async (inputs: readonly string[]) => {
    const made = await save(
      { inputs: Object.fromEntries(inputs.map((name) => [name, "trigger.body.n"])) },
      { kind: "workflow", workflowId, repoPath: repository.root },
    );
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal((await deliver(h, body)).outcome, "fired");
    const began = performance.now();
    assert.equal((await deliver(h, body)).outcome, "skipped_overlap");
    const milliseconds = performance.now() - began;
    await h.operator("DELETE /automations/:id", { params: { id: (made.body as { id: string }).id } });
    return milliseconds;
  };
  const [one, fifty] = [await took(names.slice(0, 1)), await took(names)];
  assert.ok(fifty < 5 * one, `${Math.round(one)} ms for one expression, ${Math.round(fifty)} ms for fifty`);
});
