import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readMaterial } from "../../services/ground/material/read.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";
import { atThree, automate, DAY, endRun, MINUTE, onClocks, outcomes, shown } from "./scenario.ts";

const SECRET = "a-secret-that-two-parties-know";
const encoder = new TextEncoder();

async function secret(h: Harness, name: string, value = SECRET): Promise<string> {
  return (await h.operator("POST /secrets", { body: { name, kind: "webhook", value } })).id;
}

async function listen(h: Harness, root: string, trigger: Record<string, unknown> = {}, more = {}) {
  const secretId = trigger.secretId ?? await secret(h, `hook/${crypto.randomUUID()}`);
  const body = { kind: "webhook", path: "build", secretId, ...trigger };
  return await automate(h, root, { trigger: body, overlap: "allow_all", ...more });
}

async function send(
  h: Harness,
  headers: Record<string, string>,
  body: string | Uint8Array = '{"n":1}',
  path = "build",
) {
  const init = { method: "POST", headers: { host: "hooks.example.org", ...headers }, body: body as never };
  const response = await h.send(`/automation-webhooks/${path}`, init, null);
  // deno-lint-ignore no-explicit-any
  return { status: response.status, body: await response.json() as any, headers: response.headers };
}

const bare = { "x-agent-harness-webhook-secret": SECRET };

function standard(now: number, id: string, body: string, key = SECRET): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,AAAA v1,${signature}` };
}

Deno.test("POST /automation-webhooks/:path answers 202 once the row and the run are on disk; the body is kept by hash", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await listen(h, repository.root);
  const events = await h.eventsOf(async () => {
    const { status, body } = await send(h, bare, '{"who":"somebody"}');
    assert.equal(status, 202);
    assert.deepEqual([body.accepted, body.fires.length, body.fires[0].outcome], [true, 1, "fired"]);
  });
  assert.deepEqual(events.map(({ type }) => type), [
    "material.kept",
    "run.created",
    "run.queued",
    "automation.fired",
  ]);
  assert.equal(events[1]!.actor, "webhook");
  const { materialId } = events[3]!.data as { materialId: string };
  const kept = await readMaterial(contextFor(h.service, "system"), materialId);
  assert.equal(new TextDecoder().decode(kept), '{"who":"somebody"}');
  const { ledger } = await shown(h, id);
  assert.match(ledger.items[0]!.bodySha256!, /^[0-9a-f]{64}$/);
  clocks.pass(31 * DAY);
  await h.composition.maintenance.runOnce();
  await assert.rejects(readMaterial(contextFor(h.service, "system"), materialId), /no material/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an unknown path and a wrong secret are told apart by nothing, and leave nothing in the log", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await listen(h, repository.root);
  const wrong = { "x-agent-harness-webhook-secret": `${SECRET}!` };
  const events = await h.eventsOf(async () => {
    const [a, b, c] = [await send(h, wrong), await send(h, bare, "{}", "elsewhere"), await send(h, {})];
    assert.deepEqual([a.status, b.status, c.status], [401, 401, 401]);
    assert.deepEqual([a.body, a.body], [b.body, c.body]);
    const names = (headers: Headers) => [...headers.keys()].toSorted();
    assert.deepEqual(names(a.headers), names(b.headers));
  });
  assert.deepEqual(events, []);
  assert.equal((await send(h, bare)).status, 202, "the control");
});

Deno.test("Standard Webhooks: only what is signed counts, within five minutes, and one id triggers once", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await listen(h, repository.root, { verification: "standard_webhooks" });
  const body = '{"n":1}';
  const good = standard(clocks.wall, "msg_1", body);
  const first = await send(h, good, body);
  assert.deepEqual([first.status, first.body.fires[0].outcome], [202, "fired"]);
  const again = await send(h, standard(clocks.wall + 1000, "msg_1", body), body);
  assert.deepEqual(
    [again.status, again.body.fires[0].outcome, again.body.fires[0].fireId, again.body.fires[0].runId],
    [202, "deduplicated", first.body.fires[0].fireId, first.body.fires[0].runId],
  );
  const attacks: [string, Record<string, string>, string][] = [
    ["a fresh id over a captured signature", { ...good, "webhook-id": "msg_2" }, body],
    ["another body", good, '{"n":2}'],
    ["another time", { ...good, "webhook-timestamp": String(Number(good["webhook-timestamp"]) + 1) }, body],
    ["a time with a sign", { ...good, "webhook-timestamp": `+${good["webhook-timestamp"]}` }, body],
    ["too old", standard(clocks.wall - 301_000, "msg_3", body), body],
    ["from the future", standard(clocks.wall + 301_000, "msg_3", body), body],
    ["another key", standard(clocks.wall, "msg_3", body, "another-secret-of-nobody"), body],
    ["the bare header", bare, body],
    ["no id", standard(clocks.wall, "", body), body],
  ];
  for (const [what, headers, sent] of attacks) assert.equal((await send(h, headers, sent)).status, 401, what);
  assert.equal(
    (await send(h, standard(clocks.wall - 299_000, "msg_3", body), body)).status,
    202,
    "the control",
  );
  assert.deepEqual(await outcomes(h, id), ["fired", "deduplicated", "fired"]);
  clocks.pass(8 * DAY);
  const later = await send(h, standard(clocks.wall, "msg_1", body), body);
  assert.equal(later.body.fires[0].outcome, "fired", "after seven days an id may come again");
});

Deno.test("GitHub: the signature is the identity of a delivery, whatever its headers say", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await listen(h, repository.root, { verification: "github" });
  const body = '{"zen":"Design for failure."}';
  const signature = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
  const sent = (guid: string) =>
    send(h, { "x-hub-signature-256": signature, "x-github-delivery": guid }, body);
  assert.equal((await sent("1")).body.fires[0].outcome, "fired");
  assert.equal(
    (await sent("2")).body.fires[0].outcome,
    "deduplicated",
    "a captured delivery under a fresh id",
  );
  assert.equal((await send(h, { "x-hub-signature-256": signature.toUpperCase() }, body)).status, 401);
  assert.equal((await send(h, { "x-hub-signature-256": signature }, `${body} `)).status, 401);
  assert.deepEqual(await outcomes(h, id), ["fired", "deduplicated"]);
});

Deno.test("with the bare header two equal pings are two, unless an Idempotency-Key says otherwise", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await listen(h, repository.root);
  await send(h, bare);
  await send(h, bare);
  await Promise.all([1, 2, 3, 4].map(() => send(h, { ...bare, "idempotency-key": "k" }, '{"n":2}')));
  assert.deepEqual(await outcomes(h, id), [...Array(3).fill("fired"), ...Array(3).fill("deduplicated")]);
});

Deno.test("a secret is replaced with an overlap: both count until then, and then only the new one", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const [old, fresh] = [await secret(h, "hook/old"), await secret(h, "hook/new", "another-secret-of-both")];
  const until = new Date(clocks.wall + DAY).toISOString();
  await listen(h, repository.root, { secretId: fresh, previousSecretId: old, until });
  const next = { "x-agent-harness-webhook-secret": "another-secret-of-both" };
  assert.deepEqual([(await send(h, bare)).status, (await send(h, next)).status], [202, 202]);
  clocks.pass(DAY + 1);
  assert.deepEqual([(await send(h, bare)).status, (await send(h, next)).status], [401, 202]);
  await h.operator("POST /secrets", {
    body: { name: "hook/new", kind: "webhook", id: fresh, value: "a-third-secret-of-both" },
  });
  assert.equal((await send(h, next)).status, 401, "the value itself was rotated");
});

Deno.test("a body that is too large, too deep, no JSON or no text is refused once its sender is known", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await listen(h, repository.root);
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const bodies: (string | Uint8Array)[] = [
    `"${"x".repeat(1024 * 1024)}"`,
    deep(65),
    "{",
    '{"a":1,"a":2}',
    new Uint8Array([0x22, 0xff, 0x22]),
  ];
  for (const body of bodies) {
    const { status } = await send(h, bare, body);
    assert.equal(status, 400);
  }
  assert.equal((await send(h, {}, "{")).status, 401, "an unknown sender learns nothing of that");
  assert.deepEqual(await outcomes(h, id), []);
  for (const body of [deep(64), "", '"x"']) assert.equal((await send(h, bare, body)).status, 202);
});

Deno.test("deliveries above maxPerMinute are refused with when to come back, and one of them is recorded", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const { id } = await listen(h, repository.root, { maxPerMinute: 2 });
  for (let i = 0; i < 20; i++) {
    await send(h, { "x-agent-harness-webhook-secret": "wrong-secret-of-a-stranger" });
  }
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) {
    const { status, headers } = await send(h, bare);
    statuses.push(status);
    assert.equal(headers.get("retry-after"), status === 500 ? "55" : null);
  }
  assert.deepEqual(statuses, [202, 202, 500, 500, 500]);
  assert.deepEqual(await outcomes(h, id), ["fired", "fired", "rejected"]);
  clocks.pass(MINUTE);
  assert.equal((await send(h, bare)).status, 202);
});

Deno.test("a filter chooses by the body; one that may be slow or is none is refused when it is saved", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const filter = 'trigger.body.action == "opened" && trigger.body.count > 2';
  const { id } = await listen(h, repository.root, { filter });
  const outcome = async (body: unknown) => (await send(h, bare, JSON.stringify(body))).body.fires[0];
  assert.equal((await outcome({ action: "opened", count: 3 })).outcome, "fired");
  assert.match((await outcome({ action: "closed", count: 3 })).reason, /does not match/);
  assert.match((await outcome({ action: "opened" })).reason, /could not be applied: No such key: count/);
  assert.match((await outcome({ action: "opened", count: Array(1001).fill(0) })).reason, /too long/);
  assert.deepEqual(await outcomes(h, id), ["fired", "rejected", "rejected", "rejected"]);
  const secretId = await secret(h, "hook/other");
  for (
    const bad of [
      'trigger.body.x.matches("(a+)+$")',
      "trigger.body.a.all(x, trigger.body.b.exists(y, y == x))",
      "1 + 1",
      "trigger.",
      "other.body == 1",
      Array(300).fill("true").join(" && "),
    ]
  ) {
    const made = await h.json("POST", "/automations", {
      name: "x",
      trigger: { kind: "webhook", path: "x", secretId, filter: bad },
      action: { kind: "run", request: "x", repoPath: repository.root },
    });
    assert.equal(made.status, 400, bad);
  }
});

Deno.test("a paused automation accepts a delivery and says that it did nothing; a row can be replayed with its body", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await listen(h, repository.root, {}, { overlap: "skip" });
  const params = { id };
  const first = (await send(h, bare)).body.fires[0];
  assert.equal((await send(h, bare)).body.fires[0].outcome, "skipped_overlap");
  await endRun(h, first.runId);
  await h.operator("POST /automations/:id/pause", { params });
  const paused = await send(h, bare);
  assert.deepEqual([paused.status, paused.body.fires[0].outcome], [202, "skipped_paused"]);
  const refused = await h.json("POST", `/automations/${id}/trigger`, { fireId: first.fireId });
  assert.equal(refused.status, 400);
  await h.operator("POST /automations/:id/enable", { params });
  const replay = await h.operator("POST /automations/:id/trigger", {
    params,
    body: { fireId: first.fireId },
  });
  assert.equal(replay.outcome, "fired");
  const { items } = (await shown(h, id)).ledger;
  const [newest, original] = [items[0]!, items.at(-1)!];
  assert.deepEqual([newest.replayOf, newest.bodySha256], [original.id, original.bodySha256]);
});

Deno.test("a secret in a body is taken out before it is kept; one that the webhook knows it by is in no answer and no file", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  await listen(h, repository.root);
  const other = "another-value-that-is-secret-9";
  await secret(h, "other", other);
  const events = await h.eventsOf(() => send(h, bare, JSON.stringify({ leaked: other })));
  const { materialId } = events.at(-1)!.data as { materialId: string };
  const kept = new TextDecoder().decode(await readMaterial(contextFor(h.service, "system"), materialId));
  assert.ok(!kept.includes(other) && kept.includes("leaked"), kept);
  assert.ok(!encoder.encode(JSON.stringify(events)).toString().includes(encoder.encode(SECRET).toString()));
});

Deno.test("DELETE /automations/:id erases the ledger and the bodies; its runs stay, and its path is unknown", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id } = await listen(h, repository.root);
  const events = await h.eventsOf(() => send(h, bare, '{"private":"thing"}'));
  const { materialId, runId } = events.at(-1)!.data as { materialId: string; runId: string };
  assert.deepEqual(await h.operator("DELETE /automations/:id", { params: { id } }), { deleted: id });
  assert.equal((await h.json("GET", `/automations/${id}`)).status, 404);
  assert.equal((await send(h, bare)).status, 401);
  await assert.rejects(readMaterial(contextFor(h.service, "system"), materialId), /no material/);
  assert.equal((await h.operator("GET /runs/:id", { params: { id: runId } })).automationId, id);
  await endRun(h, runId);
  assert.deepEqual(h.rebuildDifferences(), []);
});
