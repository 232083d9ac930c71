import type { ProofReport } from "../../services/execution/run_views/proof/verify_proof.ts";
import { seenPathsWords, shownWords } from "../../client/seen.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad } from "../terminal/width.ts";

/** Returns what was decided, by whom, and which files that person saw. */
const decidedLine = ({ id, policyClass, decision }: NonNullable<ProofReport["decided"]>[number]): string => {
  const { decision: how, actorType, shown } = decision;
  const seen = actorType === "human" ? [shownWords(shown), seenPathsWords(shown) ?? ""] : [];
  return oneLine([`${id} (${policyClass}) ${how} by a ${actorType}.`, ...seen].join(" ").trim());
};

/** Prints the checks, the decisions and, in one line, the result. */
export function printProof({ output }: Shell, { ok, checks, broken, decided = [] }: ProofReport): void {
  for (const check of checks) {
    output.data(
      `${check.ok ? paint.green("✓") : paint.red("✗")} ${pad(check.name, 10)} ${oneLine(check.detail)}`,
    );
  }
  for (const one of decided) output.data(`  ${pad("decision", 10)} ${decidedLine(one)}`);
  if (ok) output.data(`\n${paint.green("Verified: it is what was recorded.")}`);
  else {
    const where = typeof broken?.sequence !== "number"
      ? ""
      : ` The first broken entry is ${broken.sequence}.`;
    output.data(`\n${paint.red("Not verified: it is not what was recorded.")}${where}`);
  }
}
