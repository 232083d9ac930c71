import { join } from "node:path";
import { shellWord } from "../../client/shell_word.ts";
import type { Connection } from "../service/connection.ts";
import type { Approval } from "../service/types.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";
import { bundleOf } from "./patch.ts";

/** Shows how to continue with what was applied: commands to copy, which are not executed here, and a key for the editor. */
export async function showNext(shell: Shell, { call }: Connection, approval: Approval): Promise<void> {
  const bundle = bundleOf(approval);
  if (approval.application !== "applied" || !bundle) return;
  const { output, terminal, environment } = shell;
  const { target, delivery } = await call("GET /approvals/:id", { params: { id: approval.id } });
  if (!target) return;
  const git = `git -C ${shellWord(target.root)}`;
  const lines = !delivery ? target.kind === "git" ? [`${git} diff`] : [] : delivery.branch
    ? [
      `${git} show ${delivery.commit}`,
      `cd ${
        shellWord(target.root)
      } && git push -u origin ${delivery.branch} && gh pr create --head ${delivery.branch} --fill`,
    ]
    : [`agent-harness runs artifact ${approval.runId} --path ${delivery.path}`];
  for (const line of lines) output.talk(`  ${paint.cyan(line)}`);
  const editor = environment("VISUAL") || environment("EDITOR");
  if (delivery || !editor || !terminal.interactive) return;
  if (await terminal.key(`e open in ${editor} · any other key continues `) !== "e") return;
  const paths = bundle.files.filter(({ change }) => change !== "deleted").map(({ path }) =>
    join(target.root, path)
  );
  const [program = "", ...args] = editor.split(" ");
  try {
    await new Deno.Command(program, { args: [...args, ...paths] }).spawn().status;
  } catch (cause) {
    output.talk(`Could not start ${editor}: ${cause instanceof Error ? cause.message : cause}`);
  }
}
