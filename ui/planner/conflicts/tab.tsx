import { useSignal } from "@preact/signals";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Card } from "../../kit/lists/card.tsx";
import { CardList } from "../../kit/lists/card_list.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { type Frame, useChoice, useFrame, useLive, usePageStore } from "../../shell/mod.ts";
import { wallAt } from "../common/days.ts";
import { readConflicts } from "../common/read_conflicts.ts";
import { Span } from "../common/moments.tsx";
import { useZone } from "../common/zone.tsx";
import { type Conflict, isOfPlanner, PLANNER_PATH } from "../common/types.ts";
import { Arithmetic, ConflictHead } from "./conflict_lines.tsx";
import { SuppressDialog } from "./suppress_dialog.tsx";

const SHOWN = [
  { value: "open", label: "Open" },
  { value: "all", label: "Include suppressed" },
] as const;

type Shown = (typeof SHOWN)[number]["value"];

const createConflicts = (frame: Frame) =>
  createListing(
    (shown: Shown, limit) => readConflicts(frame, { includeSuppressed: String(shown === "all") }, limit),
    "earliest",
  );

/** The conflicts of the next 14 days, each with its explanation. */
export function ConflictsTab() {
  const [shown, setShown] = useChoice("shown", SHOWN, "open");
  const list = usePageStore(createConflicts);
  useLive(isOfPlanner, () => void list.show(shown), shown);
  const suppressing = useSignal<Conflict | null>(null);
  return (
    <>
      <search class="filters">
        <Segments
          label="Shown"
          options={SHOWN}
          value={shown}
          onChange={setShown}
        />
        <span class="hint small">The next 14 days</span>
      </search>
      <CardList
        label="Conflicts"
        list={list}
        lines={4}
        empty={
          <EmptyState title="No conflicts.">
            <p>The sources that could be read have no conflicts in the next 14 days.</p>
          </EmptyState>
        }
      >
        {(conflict) => (
          <ConflictCard
            key={conflict.id}
            conflict={conflict}
            onSuppress={() => suppressing.value = conflict}
          />
        )}
      </CardList>
      {suppressing.value && (
        <SuppressDialog
          conflict={suppressing.value}
          onClose={() => suppressing.value = null}
        />
      )}
    </>
  );
}

function ConflictCard({ conflict, onSuppress }: { conflict: Conflict; onSuppress: () => void }) {
  const { call, toasts } = useFrame();
  const { status, start, end, suppression, detail } = conflict;
  const day = wallAt(Date.parse(start), useZone()).date;
  const unsuppress = () =>
    toasts.attempt(() => call("POST /planner/conflicts/:id/unsuppress", { params: { id: conflict.id } }));
  const again = status === "resolved" ? "Forget" : "Show again";
  return (
    <Card off={status !== "open"}>
      <ConflictHead conflict={conflict} />
      <p class="small">
        <a href={`${PLANNER_PATH}?view=day&date=${day}`}>
          <Span start={start} end={end} />
        </a>
      </p>
      <Arithmetic conflict={conflict} />
      <div class="card-foot">
        <span class="row small">
          {status !== "open" && <Badge>{status}</Badge>}
          {suppression?.reason && suppression.state !== "removed" && <ShownText text={suppression.reason} />}
          {suppression && <span class="hint">{hintOf(conflict)}</span>}
        </span>
        {status === "open"
          ? <Button small onPress={onSuppress} label={`Suppress … ${detail}`}>Suppress …</Button>
          : (
            <Button small onPress={() => unsuppress()} label={`${again} ${detail}`}>
              {again}
            </Button>
          )}
      </div>
    </Card>
  );
}

function hintOf({ status, suppression }: Conflict): string | null {
  if (status === "resolved") return "If it comes back as it was, it stays suppressed.";
  if (status === "suppressed") return null;
  switch (suppression?.state) {
    case "lapsed":
      return "It was suppressed, but one of the two has moved.";
    case "expired":
      return "It was suppressed until a time that is over.";
    case "removed":
      return "It was suppressed, and shown again.";
    default:
      return null;
  }
}
