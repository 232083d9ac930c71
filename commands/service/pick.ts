import { UsageError } from "../exit_codes.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { ServiceClient } from "./connection.ts";
import { kindOf } from "./resolve.ts";
import { readListing } from "./listing.ts";

/** The maximum number of records to offer; an older one has to be named. */
const MAX_OFFERED = 9;

/** Lets a person choose among the newest of a list. Returns its id. Throws `UsageError` if there is none or none was chosen. */
export async function pickId(
  { output, terminal }: Pick<Shell, "output" | "terminal">,
  connection: ServiceClient,
  listing: string,
): Promise<string> {
  const kind = kindOf(listing);
  const offered = await readListing(connection, listing, { limit: MAX_OFFERED });
  if (offered === null) throw new UsageError(`Name the ${kind} by its id.`);
  if (offered.length === 0) throw new UsageError(`There is no ${kind} yet.`);
  for (const [index, { id, title, number }] of offered.entries()) {
    const name = number === null ? id : `#${number}`;
    output.talk(`  ${index + 1}  ${paint.bold(oneLine(title))}  ${paint.dim(name)}`);
  }
  for (;;) {
    const answer = (await terminal.ask(`Which ${kind}? [1–${offered.length}] `))?.trim();
    if (!answer) throw new UsageError(`No ${kind} was chosen.`);
    const chosen = /^[1-9]$/.test(answer) ? offered[Number(answer) - 1] : undefined;
    if (chosen) return chosen.id;
  }
}
