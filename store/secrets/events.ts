import { z } from "zod";
import { secretMetadataSchema, storageClassSchema } from "./document.ts";

/** The events of a secret; shapes are frozen. No field can hold a value. */
export const secretEvents = {
  "secret.set": z.object({
    name: z.string(),
    kind: z.string(),
    provider: z.string().nullable(),
    storageClass: storageClassSchema,
    reference: z.string().nullable(),
    /** One more than before if the material is new; the same if only its description changed. */
    version: z.number().int(),
    keyId: z.string().nullable(),
    fingerprint: z.string().nullable(),
    redactedPreview: z.string().nullable(),
    metadata: secretMetadataSchema,
  }),
  "secret.used": z.object({
    name: z.string(),
    version: z.number().int(),
    /** The purpose: the name of a call, such as a model's. */
    call: z.string(),
    /** Where it was sent. */
    host: z.string(),
    /**
     * The run it was used for. Not in the event's context, because those who may read a run may not read about secrets,
     * and because a receipt outlives the run.
     */
    runId: z.string().nullable(),
    taskSessionId: z.string().nullable(),
  }),
  "secret.deleted": z.object({}),
} as const;
