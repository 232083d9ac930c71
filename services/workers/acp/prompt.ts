import type { Interruption } from "../agent_seat.ts";
import { profileInstructions } from "../profile_instructions.ts";
import { withOutside } from "../outside.ts";
import type { HeldTo } from "../rights.ts";
import type { Outside } from "../outside.ts";

/** What every new session begins with. */
const PREFACE =
  "You work in a git worktree of your own, which is your current directory. Change files there and nowhere else; do not commit. You are asked for permission on your behalf: when something is rejected, go on without it.";

/** What an agent is told first in a new session. `request` is what the person asked of the whole run. */
export function openingPrompt(
  instructions: string,
  request: string,
  outside: Outside | null,
  interruption: Interruption | null,
  profile: HeldTo,
): string {
  const context = request.trim() === instructions.trim() || instructions === ""
    ? []
    : [`The person asked for this as a whole:\n${request}`];
  const task = instructions === "" ? request : instructions;
  const state = interruption
    ? [
      `Somebody worked on this before you; what they did is in the worktree (look at \`git status\` and \`git diff\`). ${
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

/** What an agent is told that goes on in its own session. */
export const resumingPrompt = (interruption: Interruption): string =>
  `You were interrupted and your process was started again. The worktree is as it was when you asked; whatever you did after that is not there. ${
    answerOf(interruption)
  } Look at \`git status\` and \`git diff\` where you are not sure, then go on with your task.`;

function answerOf({ question, decision }: Interruption): string {
  if (decision === null) return "What was asked last is no longer asked.";
  return decision === "approved"
    ? `What was asked last was approved and has not been done yet: "${question}". Ask again and it is allowed at once.`
    : `What was asked last was rejected: "${question}". Go on without it.`;
}
