import { z } from "zod";
import { alternateSchema } from "../repositories/stream.ts";

/** What a `start` or `command` checkpoint admits when it is approved. */
export const admitsSchema = z.object({
  repositoryId: z.string(),
  root: z.string(),
  permissions: z.array(z.object({
    id: z.string(),
    command: z.string(),
    /** Relative to the repository. Absent in events from before directories were recorded, which means the top. */
    directory: z.string().optional(),
    filesSha256: z.string(),
    network: z.boolean().optional(),
  })),
  /** Directories with objects outside of the repository. */
  objects: z.array(alternateSchema).optional(),
});
