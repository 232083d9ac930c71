import { Banner } from "../../kit/banner.tsx";
import { Link } from "../../kit/link.tsx";
import type { Automation } from "../types.ts";

/** The number of consecutive skipped fires from which the page mentions them. */
const MIN_SAID = 3;

/** A warning that consecutive fires are skipped, with the run that blocks them. */
export function Overlaps({ automation }: { automation: Automation }) {
  const { overlapsInARow, openRunIds, ledger } = automation;
  if (overlapsInARow < MIN_SAID || openRunIds[0] === undefined) return null;
  const reason = ledger.items.find(({ outcome }) => outcome === "skipped_overlap")?.reason;
  return (
    <Banner tone="warning">
      Skipped {overlapsInARow} times in a row. {reason} <Link to={openRunIds[0]}>Open the run</Link>
    </Banner>
  );
}
