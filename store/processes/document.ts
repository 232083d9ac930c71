import { z } from "zod";

/** How a command was confined: by what, whether it had network access, and a sentence for people. */
export const confinementSchema = z.object({
  kind: z.enum(["bubblewrap", "none"]),
  network: z.boolean(),
  detail: z.string(),
});
export type Confinement = z.infer<typeof confinementSchema>;
