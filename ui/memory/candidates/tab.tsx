import { useSignal } from "@preact/signals";
import { CardList } from "../../kit/lists/card_list.tsx";
import { EmptyState } from "../../kit/empty_state.tsx";
import { createListing } from "../../kit/lists/listing.ts";
import { Segments } from "../../kit/forms/segments.tsx";
import { type Frame, useChoice, useLive, usePageStore, useShortcuts } from "../../shell/mod.ts";
import type { MemoryCandidate } from "../common/types.ts";
import { CandidateCard } from "./candidate_card.tsx";
import { DecideDialog } from "./decide_dialog.tsx";

const STATUSES = [
  { value: "pending", label: "pending" },
  { value: "promoted", label: "promoted" },
  { value: "rejected", label: "rejected" },
] as const;
type CandidateStatus = typeof STATUSES[number]["value"];
type Deciding = { candidate: MemoryCandidate; as: "promote" | "reject" };

const createCandidatesStore = ({ call }: Frame) =>
  createListing((status: CandidateStatus, limit) =>
    call("GET /memory/candidates", { query: { status, limit } })
  );

/** The candidates for memory, which a person promotes or rejects. */
export function CandidatesTab() {
  const list = usePageStore(createCandidatesStore);
  const [status, setStatus] = useChoice("status", STATUSES, "pending");
  const deciding = useSignal<Deciding | null>(null);
  const chosen = useSignal<string | null>(null);
  useLive(({ type }) => type.startsWith("memory.candidate_"), () => void list.show(status), status);
  const items = list.items.value;
  const at = Math.max(0, items?.findIndex(({ id }) => id === chosen.value) ?? 0);
  const move = (steps: number) =>
    chosen.value = items?.[Math.max(0, Math.min(items.length - 1, at + steps))]?.id ?? null;
  const decide = (as: Deciding["as"]) => {
    const candidate = items?.[at];
    if (candidate?.status === "pending") deciding.value = { candidate, as };
  };
  useShortcuts([
    { keys: "j", does: "Next candidate", group: "Move", run: () => move(1) },
    { keys: "k", does: "Previous candidate", group: "Move", run: () => move(-1) },
    { keys: "p", does: "Promote the candidate", group: "Memory", run: () => decide("promote") },
    { keys: "x", does: "Reject the candidate", group: "Memory", run: () => decide("reject") },
  ]);
  return (
    <>
      <div class="filters">
        <Segments
          label="Status"
          options={STATUSES}
          value={status}
          onChange={setStatus}
        />
      </div>
      <CardList
        label="Candidates"
        list={list}
        lines={4}
        empty={<NoCandidates status={status} />}
      >
        {(candidate, i) => (
          <CandidateCard
            key={candidate.id}
            candidate={candidate}
            selected={i === at}
            onDecide={(as) => deciding.value = { candidate, as }}
          />
        )}
      </CardList>
      {deciding.value && <DecideDialog {...deciding.value} onClose={() => deciding.value = null} />}
    </>
  );
}

function NoCandidates({ status }: { status: CandidateStatus }) {
  if (status !== "pending") return <EmptyState title={`No ${status} candidates yet`} />;
  return (
    <EmptyState title="No candidates to decide">
      <p>
        Maintenance proposes reviewers' notes, reasons why runs failed, and guidance that was given more than
        once. It runs automatically, or from the reviews.
      </p>
      <a class="button" href="/dashboard/memory?tab=reviews">Go to the reviews</a>
    </EmptyState>
  );
}
