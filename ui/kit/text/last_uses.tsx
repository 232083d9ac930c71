import { Link } from "../link.tsx";
import type { ComponentChildren } from "preact";
import { Time } from "./time.tsx";
import { shortId } from "../../../client/words.ts";

type Receipt = { id: string; at: string; runId: string | null };

/** The last uses of something, each with its time and its run. */
export function LastUses<Use extends Receipt>({ receipts, children }: {
  receipts: readonly Use[];
  /** Describes one use. */
  children: (receipt: Use) => ComponentChildren;
}) {
  return (
    <ul class="plain-list" aria-label="Recent uses">
      {receipts.map((receipt) => (
        <li key={receipt.id}>
          {children(receipt)} <Time at={receipt.at} />
          {receipt.runId && (
            <>
              {" "}in <Link to={receipt.runId}>{shortId(receipt.runId)}</Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
