import { namedDirectory } from "../../../machine/repositories/mod.ts";
import type { RepositoryVerificationRow } from "../../../../store/coordinator/repository_history_view.ts";
import { decideCommand } from "../../../ground/policy/decide.ts";
import {
  block,
  type ChecklistCheck,
  type ChecklistFinding,
  type ChecklistInput,
  ok,
  short,
  warn,
  withoutPlace,
} from "./item.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** How many earlier verifications with the same command are considered. */
const LOOKED_AT = 20;

/** Checks whether there is a verifier and whether it has passed here. Does not run it. */
export const verifierSeen: ChecklistCheck = {
  check: "verifier",
  title: "A verifier is set and has passed",
  look: (subject) => {
    const { input, place } = subject;
    if (!input.verifier) {
      return warn(
        "No verifier is set, so the result will not be tested and the approval has a higher risk.",
        'Send the message with verifier: { command: "…" }.',
      );
    }
    const policy = decideCommand(input.verifier.command);
    if (policy.blockedClass) {
      return block(
        `The verifier belongs to the blocked class ${policy.blockedClass.label}.`,
        "Name another one.",
      );
    }
    if (!place) return withoutPlace();
    return judge(place.base?.commit ?? null, earlier(subject, namedDirectory(place.repository)));
  },
};

function earlier({ ctx, input }: ChecklistInput, root: string): RepositoryVerificationRow[] {
  return ctx.store.projector.tables.all<RepositoryVerificationRow>(
    "select * from {repository_verifications} where root = ? and command = ? order by sequence desc limit ?",
    root,
    input.verifier!.command,
    LOOKED_AT,
  );
}

function judge(base: string | null, rows: RepositoryVerificationRow[]): ChecklistFinding {
  const passed = rows.filter(({ outcome }) => outcome === "passed");
  const onBase = passed.find(({ base_commit, changed_files }) => base_commit === base && changed_files === 0);
  if (base !== null && onBase) {
    return ok(`It passed on the base ${short(base)}, in ${onBase.run_id}.`, [onBase.run_id]);
  }
  const newest = rows[0];
  if (!newest) {
    return warn(
      "It has never passed in this repository, and it was not run now. If it fails on the base, the run fails too.",
      "Run it once yourself, or start a run with the request `run true` and this verifier, which verifies the unchanged base.",
    );
  }
  if (newest.outcome === "failed") {
    return warn(
      `It failed the last time, in ${newest.run_id}; it passed ${passed.length} out of ${
        counted(rows.length, "time")
      }.`,
      "Make sure that it passes on the base before the run.",
      [newest.run_id],
    );
  }
  const where = base !== null && newest.base_commit === base
    ? `based on the same commit ${short(base)}`
    : "based on another commit";
  return ok(
    `It passed the last time, in ${newest.run_id}, on a result ${where}. It has not passed on the base itself.`,
    [newest.run_id],
  );
}
