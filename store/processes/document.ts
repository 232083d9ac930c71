import { z } from "zod";

/** How a command was held: what kept it in, whether it reached the network, and a sentence for a person. */
export const confinementSchema = z.object({
  kind: z.enum(["bubblewrap", "none"]),
  network: z.boolean(),
  detail: z.string(),
});
export type Confinement = z.infer<typeof confinementSchema>;
