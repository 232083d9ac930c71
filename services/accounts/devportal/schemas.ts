import { z } from "zod";
import { devportalCheckSchema, devportalSettingsSchema } from "../../../store/devportal/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import { materialStatusSchema } from "../secrets/schemas.ts";

const urlSchema = z.string().max(2000).refine(
  (text) => URL.canParse(text),
  "an address such as https://example.org/",
);
const keySchema = z.string().min(8).max(10_000).optional().meta({ writeOnly: true });
const secretIdSchema = z.string().min(1).max(64).optional();

/** Interface, section 4; fields from the page on connectors. */
export const devportalInputSchema = z.object({
  apiKey: keySchema,
  apiSecret: keySchema,
  apiKeyId: secretIdSchema.describe("a stored secret instead of the key"),
  apiSecretId: secretIdSchema.describe("a stored secret instead of the secret"),
  tokenUrl: urlSchema.meta({ example: "https://api.example.org/oauth2/token" }),
  probeUrl: urlSchema.nullable().optional().describe("read with GET and the token; null clears it"),
  invalidateUrl: urlSchema.nullable().optional().describe("where the token is revoked; null clears it"),
  authMethod: devportalSettingsSchema.shape.authMethod.nullable().optional(),
  scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/)).max(50).nullable().optional(),
  environment: z.string().min(1).max(64).nullable().optional(),
  displayName: z.string().min(1).max(100).nullable().optional(),
}).meta({ id: "devportalAppConfigInputSchema" });
export type DevportalInput = z.output<typeof devportalInputSchema>;

const checkSchema = devportalCheckSchema.extend({ id: z.string(), at: timeSchema });

/** The app as the API shows it. */
export const devportalAppConfigSchema = z.object({
  id: z.string(),
  status: z.enum(["not_configured", "incomplete", "configured", "verified", "failing"]),
  displayName: z.string().nullable(),
  environment: z.string().nullable(),
  tokenUrl: z.string().nullable(),
  probeUrl: z.string().nullable(),
  invalidateUrl: z.string().nullable(),
  authMethod: devportalSettingsSchema.shape.authMethod,
  scopes: z.array(z.string()),
  apiKeyPreview: z.string().nullable(),
  secretStatus: z.object({ apiKey: materialStatusSchema, apiSecret: materialStatusSchema }),
  problems: z.array(z.object({ code: z.string(), detail: z.string(), fix: z.string() })),
  lastCheck: checkSchema.nullable(),
  checks: z.array(checkSchema).describe("the newest 20"),
  updatedAt: timeSchema.nullable(),
}).meta({ id: "devportalAppConfigSchema" });
export type DevportalAppConfig = z.output<typeof devportalAppConfigSchema>;
