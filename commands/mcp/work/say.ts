import { z } from "zod";
import { ApiError } from "../../../client/client.ts";
import { defineTool } from "../tool.ts";

/** `say`: a message in a conversation with the coordinator. */
export const say = defineTool({
  name: "say",
  description:
    "Send a message to the coordinator in a conversation that a person has begun. It answers, or does what it asks for.",
  input: {
    text: z.string().min(1),
    conversation: z.string().min(1).optional().describe("its id; by default the newest one"),
  },
  async answer({ connection: { call } }, { text, conversation }) {
    const id = conversation ??
      (await call("GET /coordinator/conversations", { query: { status: "active", limit: 1 } }))[0]?.id;
    if (id === undefined) {
      throw new ApiError(
        400,
        "There is no conversation. A person begins one on the dashboard; to have work done, use request.",
      );
    }
    const { reply, runId, effects } = await call("POST /coordinator/conversations/:id/messages", {
      params: { id },
      body: { content: text },
    });
    return { conversation: id, reply, runId, effects };
  },
});
