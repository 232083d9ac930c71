import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import { record } from "../kernel/context.ts";
import { readSkillFile } from "../skills/read_file.ts";
import type { HeldTo } from "../workers/rights.ts";
import type { RunPort } from "../commands/ports.ts";

/** Returns a file of a skill of the session's profile, at the version pinned when the session was planned, and records a receipt. */
export async function readSkill(
  step: RunPort,
  taskSessionId: string,
  profile: HeldTo,
  name: string,
  path = "SKILL.md",
): Promise<{ text: string } | { refused: string }> {
  const skill = profile?.rights.skills.find((each) => each.name === name);
  if (!skill) return { refused: `The profile of this task has no skill "${name}".` };
  const text = await readSkillFile(step.ctx, skill.id, path);
  if (text === null) {
    return { refused: `The skill "${name}" has no text file "${path}", or it may no longer be used.` };
  }
  const data = { skillId: skill.id, name, contentSha256: skill.contentSha256 };
  await step.ctx.store.commit(() =>
    record(
      step.ctx,
      taskSessionStream,
      taskSessionId,
      [{ type: "task_session.skill_used", data }],
      step.context(taskSessionId),
    )
  );
  return { text };
}
