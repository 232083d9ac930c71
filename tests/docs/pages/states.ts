import type { EventOf } from "../../../store/stream.ts";
import { approvalEvents, approvalStatusSchema, approvalStream } from "../../../store/approvals/stream.ts";
import { isTerminal, type RunStatus, runStatusSchema } from "../../../store/runs/document.ts";
import { type Move, MOVES, PROGRESS } from "../../../services/runs/lifecycle.ts";
import { fixtureOf } from "../../store/fixtures.ts";

type ApprovalEvent = EventOf<typeof approvalEvents>;
type Edge = { from: string; to: string; when: string };

/** Where a person's move leads; a resumed run is where it was paused. */
const TARGETS: Record<Move, (from: RunStatus) => readonly RunStatus[]> = {
  pause: () => ["paused"],
  resume: () => MOVES.pause.from,
  cancel: () => ["cancelled"],
};

/** A run's states, from the tables that the service itself moves it by. */
export function runStates(): string {
  const moves = (Object.keys(MOVES) as Move[]).flatMap((move) =>
    MOVES[move].from.flatMap((from) => TARGETS[move](from).map((to) => ({ from, to, when: move })))
  );
  const ends = runStatusSchema.options.filter(isTerminal).map((from) => ({ from, to: "[*]", when: "" }));
  return diagram([{ from: "[*]", to: "queued", when: "created" }, ...PROGRESS, ...moves, ...ends]);
}

/** An approval's states, by folding each of its recorded events onto one that is pending. */
export function approvalStates(): string {
  const events = fixtureOf("approval") as ApprovalEvent[];
  const asked = events.find(({ type }) => type === "approval.requested");
  const pending = asked && approvalStream.evolve(null, asked);
  if (!pending) throw new Error("There is no recorded approval.requested in the fixtures of the store.");
  const edges = events.filter(({ type }) => type !== "approval.requested").flatMap(withWholeApproval).flatMap(
    (event) => {
      const to = approvalStream.evolve(pending, event)?.status ?? "pending";
      const when = event.type === "approval.approved" && to === "superseded" ? "single changes accepted" : "";
      return to === "pending" ? [] : [{ from: "pending", to, when }];
    },
  );
  const reached = new Set(edges.map(({ to }) => to));
  const missing = approvalStatusSchema.options.filter((one) => one !== "pending" && !reached.has(one));
  if (missing.length > 0) throw new Error(`No recorded event leads to: ${missing.join(", ")}.`);
  return diagram([{ from: "[*]", to: "pending", when: "requested" }, ...edges]);
}

/** The recorded approval is one of single changes; one of all of them leads elsewhere. */
function withWholeApproval(event: ApprovalEvent): ApprovalEvent[] {
  if (event.type !== "approval.approved") return [event];
  const { acceptedHunks: _, ...data } = event.data;
  return [event, { ...event, data }];
}

/** A state diagram that GitHub and most viewers of Markdown draw; parallel edges are one. */
function diagram(edges: readonly Edge[]): string {
  const words = new Map<string, string[]>();
  for (const { from, to, when } of edges) {
    const arrow = `${from} --> ${to}`;
    const known = words.get(arrow) ?? [];
    words.set(arrow, when === "" || known.includes(when) ? known : [...known, when]);
  }
  const lines = [...words].map(([arrow, when]) =>
    `    ${arrow}${when.length > 0 ? `: ${when.join(", ")}` : ""}`
  );
  return ["```mermaid", "stateDiagram-v2", ...lines, "```"].join("\n");
}
