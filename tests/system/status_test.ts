import assert from "node:assert/strict";
import { AGENT, harness, OPERATOR } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";
import { World } from "../runs/runs_world.ts";

Deno.test("GET /health says that the service is ready, and nothing of this machine", async () => {
  await using h = await harness();
  const health = await h.anonymous("GET /health");
  assert.equal(health.status, "ok");
  assert.deepEqual(Object.keys(health).sort(), ["startedAt", "status", "uptimeSeconds", "version"]);
  assert.ok(!JSON.stringify(health).includes(h.directory));
});

Deno.test("GET /control-plane/status counts what there is", async () => {
  await using world = await World.make();
  const { h, ids } = world;
  const status = await h.operator("GET /control-plane/status");
  const runs = await Promise.all(
    Object.values(ids.runs).map((id) => h.operator("GET /runs/:id", { params: { id } })),
  );
  const counts: Record<string, number> = {};
  for (const run of runs) counts[run.status] = (counts[run.status] ?? 0) + 1;
  assert.deepEqual(status.queueTotals, counts);
  assert.equal(
    status.pendingApprovals,
    (await h.operator("GET /approvals/queue")).items.length,
  );
  assert.deepEqual(
    status.activeRunSummaries.map(({ id }) => id).sort(),
    runs.filter((run) => run.finishedAt === undefined).map(({ id }) => id).sort(),
  );
  assert.deepEqual(
    status.recentFailures.map(({ id }) => id).sort(),
    runs.filter((run) => run.status === "failed").map(({ id }) => id).sort(),
  );
  assert.deepEqual(status.perRunQueueState.find(({ id }) => id === ids.runs.queued)?.position, 1);
  assert.deepEqual([status.audit.headSequence, status.audit.headHash], [
    h.store.head,
    h.store.chainHead.hash,
  ]);
  assert.equal(status.workerState.status, "disabled");
});

Deno.test("GET /control-plane/status: the agent sees nothing of credentials, and no caller sees a token", async () => {
  await using h = await harness();
  const [whole, part] = [
    await h.json("GET", "/control-plane/status"),
    await h.json("GET", "/control-plane/status", undefined, AGENT),
  ];
  assert.ok("credentialReadiness" in whole.body);
  assert.ok(whole.body.providerHealth.every((entry: object) => "credentials" in entry));
  assert.deepEqual(keysOf(part.body).filter((key) => /credential|secret/i.test(key)), []);
  assert.equal(part.body.providerHealth.length, whole.body.providerHealth.length);
  for (const { body } of [whole, part]) {
    assert.ok(!JSON.stringify(body).includes(OPERATOR) && !JSON.stringify(body).includes(AGENT));
  }
});

/** Every key at every depth. */
const keysOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
    : [];

for (
  const [mode, tokens] of Object.entries({
    "token": {},
    "agent-restricted": { operatorToken: null },
    "local-public": { operatorToken: null, agentToken: null },
  })
) {
  Deno.test(`GET /control-plane/status: authMode is ${mode}`, async () => {
    await using h = await harness(tokens);
    const client = mode === "token" ? h.operator : h.anonymous;
    assert.equal((await client("GET /control-plane/status")).authMode, mode);
  });
}

Deno.test("GET /control-plane/backup-manifest states head, schema, artifacts and files, and no secret", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  for (const content of ["one", "two", "one"]) {
    const body = { title: "an asset", content };
    await h.operator("POST /runs/:id/research-assets", { params: { id: run.id }, body });
  }
  const manifest = await h.operator("GET /control-plane/backup-manifest");
  assert.deepEqual(manifest.chainHead, { sequence: h.store.head, hash: h.store.chainHead.hash });
  assert.equal(manifest.counts.events, h.store.head);
  const files = [...Deno.readDirSync(`${h.directory}/artifacts`)].flatMap(({ name }) => [
    ...Deno.readDirSync(`${h.directory}/artifacts/${name}`),
  ]);
  assert.deepEqual([manifest.artifacts.count, manifest.artifacts.bytes, files.length], [2, 6, 2]);
  assert.equal(manifest.installation, h.store.installation);
  const database = manifest.items.find(({ path }) => path === "harness.db");
  assert.equal(database?.needed, true);
  assert.equal(database?.size, Deno.statSync(`${h.directory}/harness.db`).size);
  const size = (path: string) => manifest.items.find((item) => item.path === path)?.size;
  assert.equal(size("artifacts"), 6);
  const text = JSON.stringify(manifest);
  assert.ok(!text.includes(OPERATOR) && !text.includes(AGENT));
  const again = await h.operator("GET /control-plane/backup-manifest");
  assert.equal(again.artifacts.digest, manifest.artifacts.digest);
});

Deno.test("GET /control-plane/backup-manifest states the real size of each item, and lists the configuration where there is one", async () => {
  await using h = await harness();
  const item = async (path: string) =>
    (await h.operator("GET /control-plane/backup-manifest")).items.find((each) => each.path === path);
  assert.equal(await item("providers.json"), undefined);
  assert.equal((await item("secrets"))!.size, 0);
  await h.operator("POST /secrets", { body: { name: "k", kind: "api-key", value: "a-value-of-a-secret" } });
  const secrets = [...Deno.readDirSync(`${h.directory}/secrets`)].map(({ name }) =>
    Deno.statSync(`${h.directory}/secrets/${name}`).size
  );
  assert.equal(secrets.length, 2, "a key and a value");
  assert.equal((await item("secrets"))!.size, secrets.reduce((a, b) => a + b));
  for (const [name, text] of [["providers.json", '{"providers":[]}'], ["sandbox.json", "{}"]]) {
    Deno.writeTextFileSync(`${h.directory}/${name}`, text!);
    const { size, needed } = (await item(name!))!;
    assert.deepEqual([size, needed], [text!.length, true]);
  }
});
