import { z } from "zod";
import { workflowStartSchema } from "./document.ts";

const version = {
  name: z.string(),
  description: z.string(),
  /** Names the artifact with the source text. */
  sourceSha256: z.string(),
  size: z.number().int(),
  blastRadiusDigest: z.string(),
  note: z.string().exactOptional(),
  start: workflowStartSchema.exactOptional(),
};

/** The events of a saved workflow; shapes are frozen. */
export const workflowEvents = {
  "workflow.created": z.object(version),
  "workflow.revised": z.object(version),
  /** From now on automations and agents may run that version. Its permissions were reviewed. */
  "workflow.activated": z.object({ version: z.number().int(), blastRadiusDigest: z.string() }),
  "workflow.deactivated": z.object({ reason: z.string().exactOptional() }),
  "workflow.deleted": z.object({}),
} as const;
