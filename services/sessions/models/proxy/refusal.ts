/** Why the proxy refuses a request: the status of the response, and a sentence for the agent's log. */
export type ProxyRefusal = { ok: false; status: number; sentence: string };

/** Returns a refusal as a value, for callers that still have to record it. */
export const refusal = (status: number, sentence: string): ProxyRefusal => ({ ok: false, status, sentence });

/** Returns the response to a refused request, in a form that clients of every kind understand. */
export const refusalResponse = ({ status, sentence }: Omit<ProxyRefusal, "ok">): Response =>
  Response.json({ type: "error", error: { type: "invalid_request_error", message: sentence } }, { status });
