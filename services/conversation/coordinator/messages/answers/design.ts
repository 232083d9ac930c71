import type { PolicyDecision } from "../../../../ground/policy/decide.ts";
import type { Run } from "../../../../control/runs/schemas.ts";
import { DEFAULT_FIX_ROUNDS } from "../../../../control/runs/fix_words.ts";
import { counted } from "../../../../ground/kernel/words.ts";
import type { CoordinatorMessageInput } from "../../schemas.ts";
import type { RequestPlan } from "./request_plan.ts";

type Known = { run: Run; plan: RequestPlan; policy: PolicyDecision; input: CoordinatorMessageInput };

/**
 * Returns what is to be done, where, how it is verified and who decides, in Markdown, from what is known before it
 * starts.
 */
export function writeDesign({ run, plan, policy, input }: Known): { title: string; content: string } {
  const title = run.request.trim().split("\n", 1)[0]!.slice(0, 120);
  const fence = "`".repeat(Math.max(2, ...(run.request.match(/`+/g) ?? []).map((ticks) => ticks.length)) + 1);
  const steps = plan.tasks.map(({ id, title, dependsOn }) =>
    `- **${id}** ${title}${dependsOn.length > 0 ? ` (after ${dependsOn.join(", ")})` : ""}`
  );
  const attached = input.attachmentIds ?? [];
  const content = [
    "## Goal",
    `${fence}\n${run.request}\n${fence}`,
    "## Where",
    `\`${run.repoPath}\`, at the commit of HEAD when the run starts. Each task works in a copy.`,
    "## Steps",
    steps.length > 0 ? steps.join("\n") : plan.sentence,
    "## Verification",
    input.verifier
      ? `\`${input.verifier.command}\` on the result of all steps. ${whenRed(input)}`
      : "None was given. The approval says so, and has a higher risk.",
    "## Policy",
    `Class \`${policy.policyClass}\`: ${policy.reason}`,
    "## What a human decides",
    "The patch, after reviewing its evidence, hashes and policy class. Nothing is written before.",
    ...(attached.length > 0
      ? ["## Attachments", attached.map((id) => `- attachments/${id}`).join("\n")]
      : []),
  ].join("\n\n");
  return { title, content: `${content}\n` };
}

/** Describes what happens if the verifier fails. */
function whenRed({ fix, onRed }: CoordinatorMessageInput): string {
  const rounds = fix === 0
    ? "If it fails"
    : `If it still fails after ${counted(fix ?? DEFAULT_FIX_ROUNDS, "fix round")} (a recipe has none)`;
  return onRed === "fail" ? `${rounds}, the run fails.` : `${rounds}, the best attempt is shown as failed.`;
}
