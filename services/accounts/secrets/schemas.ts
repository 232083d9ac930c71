import { z } from "zod";
import {
  secretDocumentSchema,
  secretMetadataSchema,
  secretVersionSchema,
  storageClassSchema,
} from "../../../store/secrets/document.ts";
import { isTelling } from "../../ground/kernel/redaction/encodings.ts";
import { orNull, pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";

/** The longest value, in characters: enough for a key file, not for a document. */
const MAX_CHARACTERS = 64 * 1024;
const METADATA_BYTES = 4 * 1024;

/** What a value needs so that it can be redacted from outputs without making them unreadable. */
export const TELLING = "at least 8 characters, and no single word or number of fewer than 16";

const wordSchema = z.string().regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  "1 to 64 letters, digits, dots, hyphens and underscores, beginning with a letter or digit",
);
const nameSchema = z.string().regex(
  /^[A-Za-z0-9][A-Za-z0-9._/@:-]{0,99}$/,
  "1 to 100 letters, digits and . _ / @ : -, beginning with a letter or digit",
);

const metadataInputSchema = secretMetadataSchema.refine(
  (metadata) => new TextEncoder().encode(JSON.stringify(metadata)).length <= METADATA_BYTES,
  "at most 4 KiB",
);

/** Interface, section 4; fields from semantics. `value` is never returned, shown or recorded. */
export const setSecretInputSchema = z.object({
  name: nameSchema.meta({ example: "openai/main" }),
  kind: wordSchema.describe("such as api-key, token, password").meta({ example: "api-key" }),
  value: z.string().max(MAX_CHARACTERS).refine(isTelling, TELLING)
    .refine((value) => !value.includes("\0"), "no null characters")
    .optional().meta({ writeOnly: true, description: "for the class local-encrypted" }),
  reference: orNull(z.string().min(1).max(2000)).describe(
    "for the class env, a variable of the service; for command, a shell command that prints the value",
  ),
  provider: wordSchema.nullable().optional().describe("null clears it"),
  storageClass: storageClassSchema.optional().describe("local-encrypted by default"),
  id: z.string().min(1).max(64).optional().describe("rotates that secret"),
  metadata: metadataInputSchema.nullable().optional().describe("null clears it"),
}).meta({ id: "setSecretInputSchema" });
export type SetSecretInput = z.output<typeof setSecretInputSchema>;

/** What is known of a secret's material without decrypting or running anything. */
export const materialStatusSchema = z.enum(["present", "missing", "unreadable", "unchecked", "removed"]);

const receiptSchema = z.object({
  id: z.string(),
  sequence: z.number().int(),
  version: z.number().int(),
  call: z.string(),
  host: z.string(),
  actor: z.string(),
  runId: z.string().nullable(),
  taskSessionId: z.string().nullable(),
  at: timeSchema,
});

/** A secret as the API shows it: everything except its value. */
export const secretRecordSchema = secretDocumentSchema.omit({ holding: true, keyId: true, uses: true })
  .extend({
    materialStatus: materialStatusSchema,
    versions: z.array(secretVersionSchema.extend({ id: z.string() })).describe("the newest 10, newest first"),
    receipts: z.object({
      total: z.number().int(),
      items: z.array(receiptSchema).describe("the newest five"),
    }),
  }).meta({ id: "secretRecordSchema" });
export type SecretRecord = z.output<typeof secretRecordSchema>;

export const secretListQuerySchema = z.object({
  kind: z.string().min(1).max(64).optional(),
  provider: z.string().min(1).max(64).optional(),
  status: z.enum(["present", "deleted"]).optional(),
  ...pageQuery,
});
export type SecretListQuery = z.output<typeof secretListQuerySchema>;

export const secretStatusQuerySchema = z.object(pageQuery);

/** Whether the material of a secret is stored, and what to do if not. */
export const secretStatusSchema = secretDocumentSchema.pick({
  id: true,
  name: true,
  kind: true,
  provider: true,
  storageClass: true,
  status: true,
  version: true,
  lastUsedAt: true,
}).extend({
  materialStatus: materialStatusSchema,
  detail: z.string(),
  fix: z.string().nullable(),
  checkedAt: timeSchema,
}).meta({ id: "secretStatusSchema" });
export type SecretStatus = z.output<typeof secretStatusSchema>;
