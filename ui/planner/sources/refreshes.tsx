import { useState } from "preact/hooks";
import { counted } from "../../../client/words.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useResource } from "../../shell/mod.ts";
import { isOfPlanner, type RefreshRun } from "../common/types.ts";

const MAX_REFRESHES = 20;

/** The recent refreshes of a source, loaded when opened. */
export function Refreshes({ sourceId }: { sourceId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="small" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Recent refreshes</summary>
      {open && <Ledger sourceId={sourceId} />}
    </details>
  );
}

function Ledger({ sourceId }: { sourceId: string }) {
  const rows = useResource(
    ({ call }) => call("GET /planner/refreshes", { query: { source: sourceId, limit: MAX_REFRESHES } }),
    isOfPlanner,
    sourceId,
  );
  const ledger = rows.value.value;
  if (!ledger) return <p class="hint">{rows.problem.value ?? "Loading …"}</p>;
  if (ledger.length === 0) return <p class="hint">Not read yet.</p>;
  return (
    <ol class="stack">
      {ledger.map((row) => (
        <li key={row.id}>
          {row.startedAt === null ? "Not begun" : <Time at={row.startedAt} />}{" "}
          ({row.trigger === "manual" ? "manual" : "automatic"})
          <RefreshLine row={row} />
        </li>
      ))}
    </ol>
  );
}

/** One refresh of a source, with its counts and errors. */
export function RefreshLine({ row: { status, mode, counts, errors, resyncReason } }: { row: RefreshRun }) {
  const { seen, added, changed, removed, unchanged, invalid } = counts;
  if (status === "queued") {
    return <p class="small">Refresh queued ({mode}): it begins when another has ended.</p>;
  }
  return (
    <div class="small stack">
      <span>
        Refresh {status} ({mode}): {seen} seen, {added} added, {changed} changed, {removed} removed,{" "}
        {unchanged} unchanged, {invalid}{" "}
        unreadable.{resyncReason && ` Everything was read again, because ${resyncReason}.`}
      </span>
      {errors.length > 0 && (
        <details>
          <summary>{counted(errors.length, "thing")} that could not be read</summary>
          <ul>
            {errors.map(({ ref, reason }, i) => <ShownText key={i} as="li" text={`${ref}: ${reason}`} />)}
          </ul>
        </details>
      )}
    </div>
  );
}
