import { type Promised, promised } from "./promise.ts";
import type { Payload, Prober } from "./prober.ts";

/** A conversation in which a request became a run, and that has an attachment. */
export const conversation = (probe: Prober): Promise<Payload> =>
  probe.once("a conversation", async () => {
    const { id } = await probe.call("POST /coordinator/conversations", { body: { title: "about notes" } });
    const params = { id };
    const content = 'create docs/TALK.md with "x"';
    await probe.call("POST /coordinator/conversations/:id/messages", {
      params,
      body: { content, repoPath: probe.repository.root },
    });
    const [file] = await probe.call("POST /coordinator/conversations/:id/attachments", {
      params,
      body: { files: [{ name: "a.txt", mediaType: "text/plain", contentBase64: btoa("hello") }] },
    });
    const { activeRunId } = await probe.call("GET /coordinator/conversations/:id", { params });
    await probe.restOf(activeRunId);
    return { id, file, content, runId: activeRunId };
  });

/** A promise of a row of that conversation. */
export const ofConversation = (
  page: "interface" | "semantics",
  says: string,
  shows: (
    ask: (sent?: { query?: Record<string, string>; body?: unknown }) => Promise<Payload>,
    made: Payload,
    probe: Prober,
  ) => unknown,
): Promised[] => [
  promised(page, says, async ({ call }, probe) => {
    const made = await conversation(probe);
    await shows((sent = {}) => call({ params: { id: made.id }, ...sent }), made, probe);
  }),
];
