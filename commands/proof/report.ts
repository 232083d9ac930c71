import type { ProofReport } from "../../services/run_views/proof/verify_proof.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad } from "../terminal/width.ts";

/** Prints the checks and, in one line, their result. */
export function printProof({ output }: Shell, { ok, checks, broken }: ProofReport): void {
  for (const check of checks) {
    output.data(
      `${check.ok ? paint.green("✓") : paint.red("✗")} ${pad(check.name, 10)} ${oneLine(check.detail)}`,
    );
  }
  if (ok) output.data(`\n${paint.green("Verified: it is what was recorded.")}`);
  else {
    const where = typeof broken?.sequence !== "number"
      ? ""
      : ` The first broken entry is ${broken.sequence}.`;
    output.data(`\n${paint.red("Not verified: it is not what was recorded.")}${where}`);
  }
}
