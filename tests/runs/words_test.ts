import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

const CREATE = 'create a.md with "x"';

const post = (h: Harness, path: string, body: unknown, key?: string) =>
  h.send(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

Deno.test("a capability class that there is not is 400 and lists those that there are; known ones in any casing are taken", async () => {
  await using h = await harness();
  await using source = await queuedRun(h);
  const { repoPath } = source;
  const before = h.store.head;
  for (const capabilityClass of ["purchase", "trade", "tax-advice", "network", "bogus", " "]) {
    for (const path of ["/coordinator/runs", "/runs", `/runs/${source.id}/retry`]) {
      const { status, body } = await h.json("POST", path, { request: CREATE, repoPath, capabilityClass });
      assert.equal(status, 400, capabilityClass);
      assert.match(body.error, /capabilityClass.*purchases, trades, tax, network-automation/, body.error);
    }
  }
  assert.equal(h.store.head, before, "a refused request leaves no event");
  for (const capabilityClass of ["purchases", "Purchases", "device_control", "Tax advice or actions"]) {
    const { status } = await h.json("POST", "/runs", { request: CREATE, repoPath, capabilityClass });
    assert.equal(status, 201, capabilityClass);
  }
});

Deno.test("inputs that no workflow reads are 400 and named; an empty object is none", async () => {
  await using h = await harness();
  await using source = await queuedRun(h);
  const { id, repoPath } = source;
  const inputs = { name: "x" };
  for (
    const [path, more, what] of [
      ["/runs", {}, "without a workflow"],
      ["/runs", { workflowTemplateId: "sequential" }, '"sequential"'],
      [`/runs/${id}/retry`, {}, "without a workflow"],
      [`/runs/${id}/retry`, { workflowTemplateId: "parallel" }, '"parallel"'],
    ] as const
  ) {
    const { status, body } = await h.json("POST", path, { request: CREATE, repoPath, inputs, ...more });
    assert.equal(status, 400, path);
    assert.match(body.error, /inputs\.name/);
    assert.ok(body.error.includes(what), body.error);
  }
  const { status, body } = await h.json("POST", "/runs", { request: CREATE, repoPath, inputs: {} });
  assert.equal(status, 201, body.error);
});

Deno.test("null clears what a retry would take over; what is left out is taken over; what a run needs cannot be null", async () => {
  await using h = await harness();
  await using place = await queuedRun(h);
  const source = await h.operator("POST /runs", {
    body: {
      request: CREATE,
      repoPath: place.repoPath,
      worker: { provider: "builtin", model: "recipe" },
      verifier: { command: "true" },
      setup: { command: "true" },
      capabilityClass: "trades",
      workflowTemplateId: "parallel",
    },
  });
  const retry = (body: Record<string, unknown>) => h.json("POST", `/runs/${source.id}/retry`, body);
  for (const field of ["worker", "verifier", "setup", "capabilityClass", "workflowTemplateId"] as const) {
    const { status, body } = await retry({ [field]: null });
    assert.equal(status, 201, `${field}: ${body.error}`);
    assert.equal(body[field], undefined, field);
    for (const other of ["worker", "verifier", "setup", "capabilityClass", "workflowTemplateId"] as const) {
      if (other !== field) assert.deepEqual(body[other], source[other], `${other} stays without ${field}`);
    }
  }
  for (const field of ["workflowId", "inputs"]) assert.equal((await retry({ [field]: null })).status, 201);
  for (const field of ["request", "repoPath"]) assert.equal((await retry({ [field]: null })).status, 400);
});

Deno.test("null clears the metadata of a conversation and of a project's document", async () => {
  await using h = await harness();
  await using place = await queuedRun(h);
  const metadata = { team: "a" };
  const { id } = await h.operator("POST /coordinator/conversations", { body: { metadata } });
  const cleared = await h.json("PATCH", `/coordinator/conversations/${id}`, { metadata: null });
  assert.deepEqual([cleared.status, cleared.body.metadata], [200, {}]);
  const document = await h.operator("POST /projects/context", {
    body: { projectPath: place.repoPath, title: "t", documentType: "brief", content: "c", metadata },
  });
  const updated = await h.json("PATCH", `/projects/context/${document.id}`, { metadata: null });
  assert.deepEqual([updated.status, updated.body.metadata], [200, {}]);
});

Deno.test("the same body with its keys in another order is the same request; with a list in another order it is not", async () => {
  await using h = await harness();
  await using place = await queuedRun(h);
  const repoPath = JSON.stringify(place.repoPath);
  const first = await post(
    h,
    "/coordinator/runs",
    `{"request":"x","repoPath":${repoPath},"worker":{"provider":"p","model":"m"}}`,
    "k1",
  );
  const again = await post(
    h,
    "/coordinator/runs",
    `{"worker":{"model":"m","provider":"p"},"repoPath":${repoPath},"request":"x"}`,
    "k1",
  );
  assert.equal(again.status, 201);
  assert.equal(await again.text(), await first.text());
  const events = "/coordinator/conversations";
  await post(h, events, { metadata: { list: [1, 2] } }, "k2");
  const other = await post(h, events, { metadata: { list: [2, 1] } }, "k2");
  assert.equal(other.status, 400);
  await other.body?.cancel();
});

Deno.test("a query value that is not a number is shown as sent", async () => {
  await using h = await harness();
  for (const [value, shown] of [["abc", '"abc"'], ["", '""'], ["1.5", '"1.5"'], ["0", '"0"']]) {
    const { status, body } = await h.json("GET", `/runs?limit=${value}`);
    assert.equal(status, 400);
    assert.ok(body.error.includes(`; got ${shown}`), body.error);
  }
});
