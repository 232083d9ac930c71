import { z } from "zod";
import { filesOf, type Pairs, type SkillFile } from "./pack.ts";

/** The shape of files that come from elsewhere: from storage, or from the process that reads an archive. */
export const pairsSchema: z.ZodType<Pairs> = z.array(z.tuple([z.string(), z.base64()]));

/** Returns the files in what `pack` made. */
export const unpack = (packed: Uint8Array): SkillFile[] =>
  filesOf(pairsSchema.parse(JSON.parse(new TextDecoder().decode(packed))));
