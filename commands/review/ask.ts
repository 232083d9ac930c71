import type { Output } from "../terminal/output.ts";
import { paint } from "../terminal/paint.ts";
import { confirm, type Terminal } from "../terminal/terminal.ts";
import type { Approval } from "../service/types.ts";
import { bundleOf } from "./patch.ts";

/** What a person decided. Only an approval carries the three confirmations. */
export type Choice = { decision: "approve" | "reject" | "rework"; note?: string; withOutput?: boolean } | {
  decision: "quit";
};

/**
 * Asks for the three confirmations and then for the decision. Approving is not offered before all three were confirmed, and
 * reworking only where there is work to do again.
 */
export async function askDecision(terminal: Terminal, output: Output, approval: Approval): Promise<Choice> {
  const patch = bundleOf(approval) !== null;
  const questions = [
    patch ? "Have you read the diff and what the verifier says?" : "Have you read what is asked, and why?",
    patch
      ? "Are these hashes what you mean to approve?"
      : "Is this evidence digest what you mean to approve?",
    `Is it right that this is of the class ${approval.policyClass}, with risk ${approval.risk}?`,
  ];
  output.talk("");
  let confirmed = true;
  for (const question of questions) confirmed = await confirm(terminal, question) && confirmed;
  if (!confirmed) output.talk(paint.yellow("Not all is confirmed, so it cannot be approved now."));
  const offered = [
    ...(confirmed ? ["approve"] : []),
    "reject",
    ...(approval.policyClass === "repo-write" ? ["rework"] : []),
    "quit",
  ] as const;
  for (;;) {
    const answer = await terminal.ask(`${offered.join(" / ")}? `);
    if (answer === null) return { decision: "quit" };
    const word = answer.trim().toLowerCase();
    const meant = word === "" ? [] : offered.filter((one) => one.startsWith(word));
    if (meant.length !== 1) {
      const fault = meant.length > 1 ? `can mean ${meant.join(" or ")}` : "is not one of them";
      output.talk(`"${word}" ${fault}. Type one of the words, or the beginning of one.`);
      continue;
    }
    const decision = meant[0] as Choice["decision"];
    if (decision === "quit") return { decision };
    const note = (await terminal.ask("Note (Enter for none): "))?.trim();
    return { decision, ...(note && { note }) };
  }
}
