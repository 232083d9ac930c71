import assert from "node:assert/strict";
import { ENDPOINTS } from "../routes/endpoints.ts";
import { faultOf } from "./judge.ts";

const health = ENDPOINTS.find(({ key }) => key === "GET /health")!;
const request = { what: "good input", path: "/health", body: undefined, headers: {}, good: true };
const json = (status: number, payload: unknown) => ({
  status,
  type: "application/json",
  text: JSON.stringify(payload),
});

Deno.test("the probe finds a 5xx, an open door, a shut one, a wrong shape and an error of another shape", () => {
  const refused = json(401, { error: "Show a token." });
  const judge = (answer: ReturnType<typeof json>, refusal: number | null = null) =>
    faultOf(health, request, answer, refusal);
  assert.match(judge(json(500, { error: "Unexpected." }))!, /^500/);
  assert.match(judge(json(500, { error: "Unexpected." }), 401)!, /^500/, "whoever asks");
  assert.match(judge(json(200, {}), 403)!, /200 instead of 403/);
  assert.match(judge(refused)!, /401 is no status/);
  assert.match(judge(json(200, { ok: 1 }))!, /breaks its contract/);
  assert.match(judge(json(201, {}))!, /201 instead of 200/);
  assert.match(judge(json(400, { message: "No." }))!, /another shape/);
  assert.equal(judge(refused, 401), null);
  assert.equal(judge(json(400, { error: "No." })), null);
});
