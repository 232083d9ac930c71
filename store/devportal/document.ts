import { z } from "zod";

/** One step of a smoke check. */
const checkStepSchema = z.object({
  name: z.enum(["resolve", "tls", "token", "probe", "invalidate"]),
  ok: z.boolean(),
  httpStatus: z.number().int().nullable(),
  ms: z.number().int(),
  detail: z.string(),
  fix: z.string().nullable(),
});
export type CheckStep = z.infer<typeof checkStepSchema>;

/** How an app is registered at a developer portal. */
export const devportalSettingsSchema = z.object({
  apiKeyId: z.string().nullable(),
  apiSecretId: z.string().nullable(),
  tokenUrl: z.string(),
  probeUrl: z.string().nullable(),
  invalidateUrl: z.string().nullable(),
  authMethod: z.enum(["client_secret_basic", "client_secret_post"]),
  scopes: z.array(z.string()),
  environment: z.string(),
  displayName: z.string(),
});

/** One smoke check: whether it passed, and each of its steps. */
export const devportalCheckSchema = z.object({ ok: z.boolean(), steps: z.array(checkStepSchema) });

const devportalDocumentSchema = devportalSettingsSchema.extend({
  id: z.string(),
  /** The newest twenty, newest first. */
  checks: z.array(devportalCheckSchema.extend({ id: z.string(), at: z.string() })),
  /** Which version of the keys, and which settings, were found right or wrong. */
  checked: z.enum(["no", "verified", "failing"]),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type DevportalDocument = z.infer<typeof devportalDocumentSchema>;
