import { z } from "zod";
import { idOf } from "../event.ts";
import { defineStream } from "../stream.ts";
import { confinementSchema } from "./document.ts";

/** A process group that this service started and has not seen end. */
type ProcessDocument = {
  id: string;
  runId: string;
  taskSessionId?: string;
  group: number;
  startTime: string;
  purpose: string;
  startedAt: string;
};

/** Process groups that are alive according to the log. The next start ends them before it dispatches anything. */
export const processStream = defineStream<ProcessDocument>()({
  kind: "process",
  version: 1,
  events: {
    "process.started": z.object({
      group: z.number().int(),
      startTime: z.string(),
      purpose: z.string(),
      confinement: confinementSchema.optional(),
    }),
    "process.ended": z.object({ outcome: z.string() }),
  },
  indexes: [["runId"]],
  evolve: (_, event) =>
    event.type === "process.ended" ? null : {
      id: idOf(event),
      runId: event.runId ?? "",
      ...(event.taskSessionId && { taskSessionId: event.taskSessionId }),
      group: event.data.group,
      startTime: event.data.startTime,
      purpose: event.data.purpose,
      startedAt: event.at,
    },
});
