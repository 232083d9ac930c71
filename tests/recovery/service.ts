import { serve } from "../../main.ts";

/** The service as it is, for a bundle, in which `main.ts` is not the entry. Whose accounts the machine has changes nothing. */
Deno.exit(await serve({ otherAccounts: [] }));
