import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { EventTail } from "../recovery/event_tail.ts";
import { Site } from "../recovery/site.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { automateReally } from "./trials/real.ts";

const SECRET = "a-secret-that-two-parties-know";

/** Posts a delivery that GitHub would sign. */
async function post(service: ServiceProcess, number: number) {
  const body = JSON.stringify({ number });
  const signature = createHmac("sha256", SECRET).update(body).digest("hex");
  const headers = { "x-hub-signature-256": `sha256=${signature}` };
  const response = await service.send("/automation-webhooks/build", { method: "POST", headers, body });
  const { fires: [fire] } = await response.json();
  return fire as { outcome: string; fireId: string; runId: string | null };
}

Deno.test("a delivery and a manual trigger that wait survive kill -9: each fires once when its previous run has ended", async () => {
  using site = Site.make();
  const first = await site.start({ workers: 0 });
  const { id: secretId } = await first.operator("POST /secrets", {
    body: { name: "hook", kind: "webhook", value: SECRET },
  });
  const buffer = { overlap: "buffer_one" };
  const hook = { kind: "webhook", path: "build", secretId, verification: "github" };
  const webhook = await automateReally(first, site, hook, buffer);
  const manual = await automateReally(first, site, { kind: "manual" }, buffer);
  const trigger = () =>
    first.operator("POST /automations/:id/trigger", { params: { id: manual.id }, body: {} });
  const [started, waiting] = [[await post(first, 1), await trigger()], [
    await post(first, 2),
    await trigger(),
  ]];
  assert.deepEqual(waiting.map(({ outcome }) => outcome), ["buffered", "buffered"]);
  await first.kill();
  await first[Symbol.asyncDispose]();

  await using second = await site.start({ workers: 0 });
  using tail = new EventTail(second, 0);
  for (const { runId } of started) {
    await second.operator("POST /runs/:id/cancel", { params: { id: runId! } });
  }
  for (const [i, { fireId }] of waiting.entries()) {
    const id = [webhook.id, manual.id][i]!;
    await tail.first(({ type, data }) =>
      type === "automation.fired" && (data as { fireId: string }).fireId === fireId
    );
    const shown = await second.operator("GET /automations/:id", { params: { id } });
    assert.equal(shown.waitingMoment, null);
    assert.deepEqual(shown.ledger.items.map(({ outcome }) => outcome), ["fired", "fired"]);
  }
  assert.equal((await post(second, 2)).outcome, "deduplicated");
  await site.end(second);
});
