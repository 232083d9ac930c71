/** Says what a whole run of the tests has shown of the answers' fields, and fails where the lists do not hold. */
import { faultsOf, readSeen } from "./check.ts";

const faults = faultsOf(readSeen(Deno.args[0]!));
for (const fault of faults) Deno.stderr.writeSync(new TextEncoder().encode(`${fault}\n`));
Deno.exit(faults.length > 0 ? 1 : 0);
