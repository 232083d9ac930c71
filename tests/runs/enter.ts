import { shellWord } from "../../client/shell_word.ts";
import type { EnterResult } from "../../services/execution/executor/entering/schemas.ts";
import type { Harness } from "../harness.ts";

/** Steps in and resolves once the person is in the worktree. */
export async function enter(h: Harness, id: string, body: { taskId?: string; by?: string } = {}) {
  const asked = await h.operator("POST /runs/:id/enter", { params: { id }, body });
  await h.until(id, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
  return { asked, place: await h.operator("POST /runs/:id/enter", { params: { id }, body }) };
}

/** Starts the shell of a person in the worktree, in a terminal to which a pipe is typed. */
export const startShell = ({ directory, shell }: EnterResult): Deno.ChildProcess => {
  const env = { ...shell!.environment };
  return new Deno.Command("script", {
    args: ["-qec", shell!.argv.map(shellWord).join(" "), "/dev/null"],
    env,
    cwd: directory!,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  })
    .spawn();
};
