import { z } from "zod";
import { capsuleFileSchema, leftOutSchema } from "./manifest.ts";

/** What leaves with a run, for a person who is about to say yes. */
export const capsuleContentsSchema = z.object({
  runId: z.string(),
  contentsSha256: z.string().describe("names exactly these contents; the export asks for it"),
  signer: z.string().describe("the fingerprint of the key that signs the capsule"),
  files: z.array(capsuleFileSchema),
  repositoryFiles: z.array(z.string()).describe("every path of the base and the result"),
  suspicious: z.array(z.string()).describe("the paths of those that look as if they contained a key"),
  leftOut: z.array(leftOutSchema),
}).meta({ id: "capsuleContentsSchema" });
export type CapsuleContents = z.output<typeof capsuleContentsSchema>;

export const exportCapsuleInputSchema = z.object({
  contentsSha256: z.string().regex(
    /^[0-9a-f]{64}$/,
    "expected the 64 hexadecimal digits that the contents are listed with",
  ).describe(
    "as listed: what a person has agreed to let leave",
  ),
}).meta({ id: "exportCapsuleInputSchema" });
export type ExportCapsuleInput = z.output<typeof exportCapsuleInputSchema>;
