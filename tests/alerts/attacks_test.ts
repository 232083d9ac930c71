import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { AGENT, type Harness, harness } from "../harness.ts";
import { Phone, settled, SIGNING_SECRET } from "./phone.ts";

const KEYS = [
  ["GET", "/alerts"],
  ["POST", "/alerts/hook"],
  ["POST", "/alerts/hook/remove"],
  ["POST", "/alerts/test"],
] as const;

Deno.test("the agent token can neither see nor set the hook, and its refusal says no address; the operator can", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h);
  const { hook } = await h.operator("GET /alerts");
  for (const [method, path] of KEYS) {
    const body = path === "/alerts/hook" ? hook : undefined;
    const events = await h.eventsOf(async () => {
      const refused = await h.json(method, path, body, AGENT);
      assert.equal(refused.status, 403, path);
      assert.ok(!JSON.stringify(refused.body).includes(phone.web.host));
    });
    assert.deepEqual(events, []);
  }
  assert.deepEqual(phone.received, []);
  assert.equal((await h.operator("POST /alerts/test")).status, "delivered");
});

Deno.test("a redirect is not followed, not even to a host that may be asked", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await using inside = await Phone.start();
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of [inside.web.url("/admin"), phone.web.url("/elsewhere")]) {
      await phone.connect(h);
      phone.answer = { status, headers: { location } };
      const receipt = await h.operator("POST /alerts/test");
      assert.equal(receipt.status, "given_up", `${status} to ${location}`);
      assert.match(receipt.reason!, /redirect/);
    }
  }
  assert.deepEqual(inside.received, []);
  assert.deepEqual(new Set(phone.received.map(({ path }) => path)), new Set(["/alerts"]));
  await inside.connect(h);
  assert.equal((await h.operator("POST /alerts/test")).status, "delivered");
  assert.equal(inside.received.length, 1);
});

Deno.test("a private address is asked only where exactly its host and port were named", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  const port = Number(phone.web.host.split(":")[1]);
  for (const privateHost of [`127.0.0.1:${port + 1}`, `127.0.0.2:${port}`]) {
    await phone.connect(h, { address: phone.web.url("/alerts").replace("http:", "https:"), privateHost });
    const receipt = await h.operator("POST /alerts/test");
    assert.equal(receipt.status, "given_up");
    assert.equal(receipt.httpStatus, null);
  }
  assert.deepEqual(phone.received, []);
  await phone.connect(h);
  assert.equal((await h.operator("POST /alerts/test")).status, "delivered");
});

Deno.test("what could not be asked safely is refused with a sentence, and changes nothing", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h);
  const { hook } = await h.operator("GET /alerts");
  const bad: [Record<string, unknown>, RegExp][] = [
    [{ address: "http://example.org/hook", privateHost: null }, /https/],
    [{ address: "http://example.org/hook" }, /https.* privateHost example\.org:80/],
    [{ address: "file:///etc/passwd" }, /https:/],
    [{ address: "https://me:secret@example.org/" }, /password/],
    [{ privateHost: "everything" }, /192\.168/],
    [{ kind: "ntfy", address: "https://example.org/" }, /topic/],
    [{ secretId: null }, /secretId/],
    [{ categories: [] }, /categories/],
  ];
  for (const [change, sentence] of bad) {
    const events = await h.eventsOf(async () => {
      const refused = await h.json("POST", "/alerts/hook", { ...hook, ...change });
      assert.equal(refused.status, 400, JSON.stringify(change));
      assert.match(JSON.stringify(refused.body), sentence);
    });
    assert.deepEqual(events, []);
  }
  assert.equal((await h.json("POST", "/alerts/hook", { ...hook, secretId: "secret_none" })).status, 404);
});

Deno.test("a hostile title adds no header and no line, and a secret in it stays here", async () => {
  let now = Date.parse("2026-01-02T12:00:00.000Z");
  await using h = await harness({ now: () => new Date(now) });
  await using phone = await Phone.start();
  await phone.connect(h, { content: "titles" });
  await h.operator("POST /alerts/test"); // the service knows the secret from here on
  await failedRun(h, `x\r\nX-Evil: 1\u202e\u0007 $(reboot) ${SIGNING_SECRET} end`);
  await settled(h);
  const { headers, body } = phone.received[1]!;
  assert.equal(headers["x-evil"], undefined);
  const [{ title }] = JSON.parse(body).data.notifications;
  assert.doesNotMatch(title, /[\p{Cc}\p{Cf}]/u);
  assert.ok(!body.includes(SIGNING_SECRET));
  assert.match(title, /x/);
  await phone.connect(h, { content: "counts" });
  await failedRun(h, "something private");
  now += 30_000;
  await settled(h);
  assert.ok(!phone.received[2]!.body.includes("private"));
  const events = JSON.stringify(
    h.store.events.after(0, 10_000).filter(({ type }) => type.startsWith("alert.")),
  );
  assert.ok(!events.includes("private"));
});

Deno.test("no half of a secret that became known later is in an alert: titles are cut between words", async () => {
  await using h = await harness();
  await using phone = await Phone.start();
  await phone.connect(h, { content: "titles" });
  const value = "heliotrope-7Q2zK9mX4vB8nL1cT6yW3sD5";
  await failedRun(h, `${"word ".repeat(18)}${value} end`);
  await failedRun(h, "長".repeat(300));
  await h.operator("POST /secrets", { body: { name: "later", kind: "api-key", value } });
  await settled(h);
  const { body } = phone.received.at(-1)!;
  assert.match(body, /Failed \(timeout\): word word/);
  assert.match(body, /Failed \(timeout\): 長長長/);
  assert.doesNotMatch(body, /heliotrope/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

async function failedRun({ service }: Harness, request: string): Promise<void> {
  const ctx = contextFor(service, "system");
  const id = service.newId("run");
  await service.store.commit(() =>
    record(ctx, runStream, id, [
      { type: "run.created", data: { kind: "coordinator", request, repoPath: "/r", attempt: 1 } },
      { type: "run.failed", data: { reason: "timeout", detail: "It took too long." } },
    ], { runId: id })
  );
}
