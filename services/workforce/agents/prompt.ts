import type { Interruption } from "../workers/agent_host.ts";
import { profileInstructions } from "../workers/profile_instructions.ts";
import { withOutside } from "../workers/outside.ts";
import type { EnforcedProfile } from "../workers/rights.ts";
import type { OutsideContent } from "../workers/outside.ts";

/** The beginning of every new session. */
const PREFACE =
  "You work in your own git worktree, which is your current directory. Change files only there, and do not commit. A person is asked for permission on your behalf. If something is rejected, continue without it.";

/** Returns the first prompt of a new session. `request` is what the person asked of the whole run. */
export function openingPrompt(
  instructions: string,
  request: string,
  outside: OutsideContent | null,
  interruption: Interruption | null,
  profile: EnforcedProfile,
): string {
  const context = request.trim() === instructions.trim() || instructions === ""
    ? []
    : [`The person's whole request:\n${request}`];
  const task = instructions === "" ? request : instructions;
  const state = interruption
    ? [
      `Someone worked on this before you. Their changes are in the worktree (see \`git status\` and \`git diff\`). ${
        answerOf(interruption)
      }`,
    ]
    : [];
  const own = profileInstructions(profile);
  return [
    PREFACE,
    ...(own === "" ? [] : [own]),
    ...context,
    `Your task:\n${task}${withOutside(outside)}`,
    ...state,
  ].join("\n\n");
}

/** Returns the prompt for an agent that resumes its own session. */
export const resumingPrompt = (interruption: Interruption): string =>
  `You were interrupted and your process was started again. The worktree is in the state in which you asked; anything that you did after that is gone. ${
    answerOf(interruption)
  } If you are unsure, check \`git status\` and \`git diff\`, then continue with your task.`;

function answerOf({ question, decision }: Interruption): string {
  if (decision === null) return "Your last request was withdrawn.";
  return decision === "approved"
    ? `Your last request was approved but not carried out yet: "${question}". Ask again and it will be allowed at once.`
    : `Your last request was rejected: "${question}". Continue without it.`;
}
