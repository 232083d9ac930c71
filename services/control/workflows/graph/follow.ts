import { DecisionProgress } from "./progress.ts";
import { type GraphState, ready } from "./ready.ts";
import type { NodeDecision, NodeRecord, NodeRecords, Outlook } from "./records.ts";

type Start = Extract<NodeDecision, { do: "start" }>;
type Join = Extract<NodeDecision, { do: "complete" }>;

/** What follows from what is known, without executing anything. */
export type NextDecisions = {
  starts: Start[];
  /** Branches that were taken, and loops and fan-outs whose nodes have all ended. */
  joins: Join[];
  /** Nodes that are not executed, and why. */
  passed: { path: string; why: string; refused: boolean }[];
  /** The state once all of that is done. */
  state: Exclude<Outlook, { state: "going" }>;
  records: NodeRecords;
};

/**
 * Works out everything that follows. What is skipped, opened or refused follows from the executions alone, so it need
 * not be stored: a restart gets the same result.
 */
export function follow(situation: GraphState): NextDecisions {
  const records = new Map<string, NodeRecord>(situation.records);
  const progress = new DecisionProgress();
  const made = new Set(situation.made);
  const found: Pick<NextDecisions, "starts" | "joins" | "passed"> = { starts: [], joins: [], passed: [] };
  for (;;) {
    const state = ready({ ...situation, records, made, progress });
    if (state.state !== "going") return { ...found, state, records };
    for (const decision of state.decisions) {
      const { path } = decision;
      switch (decision.do) {
        case "start":
          found.starts.push(decision);
          records.set(path, { path, status: "going" });
          made.add(path);
          break;
        case "complete":
          found.joins.push(decision);
          records.set(path, { ...records.get(path), path, status: "going", joining: true });
          made.add(path);
          break;
        case "open":
          records.set(path, { path, status: "going", ...decision.with });
          break;
        case "skip":
          found.passed.push({ path, why: decision.why, refused: false });
          records.set(path, { path, status: "skipped", detail: decision.why });
          break;
        case "fail":
          found.passed.push({ path, why: decision.detail, refused: true });
          records.set(path, { path, status: "failed", cause: "other", detail: decision.detail });
      }
    }
  }
}
