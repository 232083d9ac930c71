import { EXIT } from "../exit_codes.ts";
import type { ServiceClient } from "../service/connection.ts";
import type { QueueItem } from "../service/types.ts";
import type { Shell } from "../shell.ts";
import { inQueue } from "./find.ts";
import type { Beforehand } from "./flags.ts";
import { look } from "./look.ts";

/** Goes through waiting approvals one by one, and skips those that were decided elsewhere. */
export async function walk(
  shell: Shell,
  connection: ServiceClient,
  items: readonly QueueItem[],
  options: { json?: boolean; beforehand: Beforehand },
): Promise<number> {
  const left = [...items];
  let [at, code]: [number, number] = [0, EXIT.done];
  while (left.length > 0) {
    at = (at + left.length) % left.length;
    const item = await inQueue(connection, left[at]!.id);
    if (!item) {
      left.splice(at, 1);
      continue;
    }
    const place = `${at + 1} of ${left.length}`;
    const seen = await look(shell, connection, item, { ...options, flagged: null, place });
    if (seen === "quit") {
      shell.output.talk(
        left.length === items.length ? "Nothing was decided." : `${left.length} still waiting.`,
      );
      return EXIT.runWaits;
    }
    if (seen === "next") at++;
    else if (seen === "previous") at--;
    else {
      code = Math.max(code, seen.code);
      left.splice(at, 1);
    }
  }
  shell.output.talk("No more approvals are waiting.");
  return code;
}
