import { ellipsis } from "../../client/words.ts";
import { UsageError } from "../exit_codes.ts";
import { oneLine } from "./neutralise.ts";

/** What the system's bytes become where they are not UTF-8. */
const LOST = "\u{fffd}";

const MAX_SHOWN = 60;

/** Throws `UsageError` for an argument whose bytes are not UTF-8: what was meant by it is already lost, so nothing is done with it. */
export function requireUtf8(argv: readonly string[]): void {
  const at = argv.findIndex((word) => word.includes(LOST));
  const word = argv[at];
  if (word === undefined) return;
  const from = Math.max(0, word.indexOf(LOST) - MAX_SHOWN / 2);
  const shown = oneLine(`${from > 0 ? "…" : ""}${ellipsis(word.slice(from), MAX_SHOWN)}`);
  throw new UsageError(
    `Argument ${
      at + 1
    }, "${shown}", is not UTF-8 where it shows ${LOST}. Type it again in a terminal that uses UTF-8 ` +
      "(`locale charmap` says what it uses); rename a file whose name has other bytes first, with mv.",
  );
}
