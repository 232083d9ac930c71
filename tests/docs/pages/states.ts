import { approvalArrows } from "../../../services/control/lifecycle/approvals.ts";
import { isTerminal, runStatusSchema } from "../../../store/runs/document.ts";
import { runArrows } from "../../../services/control/lifecycle/runs.ts";

type Edge = { from: string; to: string; when: string };

/** A run's states, from the table that the service itself moves it by. */
export function runStates(): string {
  const ends = runStatusSchema.options.filter(isTerminal).map((from) => ({ from, to: "[*]", when: "" }));
  return diagram([{ from: "[*]", to: "queued", when: "created" }, ...runArrows(), ...ends]);
}

/** An approval's states, from its table. */
export const approvalStates = (): string =>
  diagram([{ from: "[*]", to: "pending", when: "requested" }, ...approvalArrows()]);

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
