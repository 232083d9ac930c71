import type { Harness } from "../harness.ts";

export const SECRET = "a-secret-that-two-parties-know";

/** Makes an automation that does something for each delivery to the path `said`. */
export async function listening(h: Harness, action: object, overlap = "allow_all") {
  const { id: secretId } = await h.operator("POST /secrets", {
    body: { name: "hook", kind: "webhook", value: SECRET },
  });
  return await h.operator("POST /automations", {
    body: {
      name: "On a delivery",
      trigger: { kind: "webhook", path: "said", secretId },
      action,
      overlap,
    } as never,
  });
}

/** Sends something to it and gives the row of the ledger that it led to. */
export const deliver = (h: Harness, body: object, more: Record<string, string> = {}) =>
  deliverText(h, JSON.stringify(body), more);

/** Sends JSON as it is written. */
export async function deliverText(h: Harness, body: string, more: Record<string, string> = {}) {
  const headers = { host: "hooks.example.org", "x-agent-harness-webhook-secret": SECRET, ...more };
  const init = { method: "POST", headers, body };
  const response = await h.send("/automation-webhooks/said", init, null);
  const { fires: [fire] } = await response.json();
  return fire as { outcome: string; reason: string | null; runId: string | null; fireId: string };
}
