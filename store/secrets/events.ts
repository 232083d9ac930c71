import { z } from "zod";
import { secretMetadataSchema, storageClassSchema } from "./document.ts";

/** The events of a secret; shapes are frozen. None of them has a field that a value could go into. */
export const secretEvents = {
  "secret.set": z.object({
    name: z.string(),
    kind: z.string(),
    provider: z.string().nullable(),
    storageClass: storageClassSchema,
    reference: z.string().nullable(),
    /** One more than before where the material is another; the same where only what is told of it changed. */
    version: z.number().int(),
    keyId: z.string().nullable(),
    fingerprint: z.string().nullable(),
    redactedPreview: z.string().nullable(),
    metadata: secretMetadataSchema,
  }),
  "secret.used": z.object({
    name: z.string(),
    version: z.number().int(),
    /** What for: the name of a call, such as a model's. */
    call: z.string(),
    /** Where it was sent. */
    host: z.string(),
    /** For whom. Not the event's own context: whoever may read a run may not read of secrets, and a receipt outlives it. */
    runId: z.string().nullable(),
    taskSessionId: z.string().nullable(),
  }),
  "secret.deleted": z.object({}),
} as const;
