import { serve } from "../../main.ts";

/** The service as it is, for a bundle, in which `main.ts` is no entry but a part. */
Deno.exit(await serve());
