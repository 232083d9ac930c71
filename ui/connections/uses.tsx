import { counted } from "../../client/words.ts";
import { Time } from "../kit/text/time.tsx";
import type { Account } from "./types.ts";

type Used = { uses: Account["usedBy"]; receipts: Account["receipts"] };

/** The number of calls that use a connection, and how often its token was given out. */
export function UseSummary({ uses, receipts }: Used) {
  if (uses.length === 0) return <>Not used yet</>;
  return <>Used by {counted(uses.length, "call")}, {counted(receipts.total, "time")}</>;
}

/** The calls that use a connection, and the newest receipts of its token. */
export function UseList({ uses, receipts }: Used) {
  return (
    <>
      {uses.length > 0 && (
        <ul class="plain-list" aria-label="Used by">
          {uses.map(({ id, call, host, uses, lastUsedAt }) => (
            <li key={id}>
              {call} at <code>{host}</code>, {counted(uses, "time")}, last <Time at={lastUsedAt} />
            </li>
          ))}
        </ul>
      )}
      <ul class="plain-list" aria-label="Recent receipts">
        {receipts.items.map(({ id, call, host, at }) => (
          <li key={id}>
            {call} for <code>{host}</code> <Time at={at} />
          </li>
        ))}
      </ul>
    </>
  );
}
