import { z } from "zod";
import { actorSchema } from "../runs/document.ts";

/** Where a value comes from: a file that this service encrypts, its environment, or a command that runs on use. */
export const storageClassSchema = z.enum(["local-encrypted", "env", "command"]);
export type StorageClass = z.infer<typeof storageClassSchema>;

/** A person's note on a secret. Everyone who may read secrets sees it. */
export const secretMetadataSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** What is shown of a value without revealing it. */
const traceSchema = z.object({
  storageClass: storageClassSchema,
  /** HMAC-SHA-256 with a key derived from the master key, so that it cannot confirm a guess. */
  fingerprint: z.string().nullable(),
  redactedPreview: z.string().nullable(),
});

export const secretVersionSchema = traceSchema.extend({
  version: z.number().int(),
  setBy: actorSchema,
  setAt: z.string(),
  /** When its material was removed: at the next rotation, or with the secret. */
  removedAt: z.string().nullable(),
});

/** A secret as it is folded from its events. Its value is in none of them. */
export const secretDocumentSchema = traceSchema.extend({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  provider: z.string().nullable(),
  /** The variable or command that the value comes from. */
  reference: z.string().nullable(),
  status: z.enum(["present", "deleted"]),
  /** Its storage class while it exists; secrets are counted by it. */
  holding: z.enum([...storageClassSchema.options, "deleted"]),
  version: z.number().int(),
  /** The master key that its material was encrypted with. */
  keyId: z.string().nullable(),
  /** The newest versions, newest first. */
  versions: z.array(secretVersionSchema),
  metadata: secretMetadataSchema,
  uses: z.number().int(),
  createdBy: actorSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  lastUsedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
});
export type SecretDocument = z.infer<typeof secretDocumentSchema>;

/** How many versions a document lists; the log has them all. */
export const MAX_VERSIONS = 10;
