/** Says what a whole run of the tests has shown of the answers' fields, and fails where the lists promise more. */
import { readSeen, reportOf } from "./check.ts";

const { faults, notes } = reportOf(readSeen(Deno.args[0]!));
for (const line of [...notes, ...faults]) Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
Deno.exit(faults.length > 0 ? 1 : 0);
