import { bundleOf } from "../../client/patch.ts";
import { messageOf } from "../../store/shared/message_of.ts";
import { join } from "node:path";
import { keepableOf, keepableWords, undoKeeping } from "../../client/keep_default.ts";
import { shellWord } from "../../client/shell_word.ts";
import { viewApplied } from "../../client/view_applied.ts";
import { ownEnvironment } from "../own_environment.ts";
import type { ServiceClient } from "../service/connection.ts";
import { readDefaults } from "../service/defaults.ts";
import type { QueuedApproval } from "../service/types.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { leavingInterrupts } from "../terminal/interrupts.ts";
import { paint } from "../terminal/paint.ts";

/**
 * Shows how to continue with what was applied: commands to copy, which are not executed here, and keys for the editor and for
 * keeping what was named for this run alone. Nothing is kept without its key.
 */
export async function showNext(
  shell: Shell,
  connection: ServiceClient,
  approval: QueuedApproval,
): Promise<void> {
  const { call } = connection;
  const bundle = bundleOf(approval);
  if (approval.application !== "applied" || !bundle) return;
  const { output, terminal, environment } = shell;
  const { target, delivery } = await call("GET /approvals/:id", { params: { id: approval.id } });
  if (!target) return;
  const lines = !delivery
    ? target.kind === "git" ? [viewApplied(target.root, bundle.files)] : []
    : delivery.branch
    ? [
      `git -C ${shellWord(target.root)} show ${delivery.commit}`,
      `cd ${
        shellWord(target.root)
      } && git push -u origin ${delivery.branch} && gh pr create --head ${delivery.branch} --fill`,
    ]
    : [`agent-harness runs artifact ${approval.runId} --path ${delivery.path}`];
  for (const line of lines) output.talk(`  ${paint.cyan(line)}`);
  if (!terminal.interactive) return;
  const editor = delivery ? undefined : environment("VISUAL") || environment("EDITOR");
  const paths = bundle.files.filter(({ change }) => change !== "deleted").map(({ path }) =>
    join(target.root, path)
  );
  await offer(shell, [
    ...await keeping(shell, connection, approval.runId),
    ...(editor ? [{ key: "e", does: `open in ${editor}`, run: () => openIn(shell, editor, paths) }] : []),
  ]);
}

/** One thing that a key does, which may then offer another. */
type Offer = { key: string; does: string; run: () => Promise<Offer | void> };

/** Offers each once, until another key is pressed. */
async function offer(shell: Shell, offers: readonly Offer[]): Promise<void> {
  if (offers.length === 0) return;
  const words = [...offers.map(({ key, does }) => `${key} ${does}`), "any other key continues "].join(" · ");
  const key = await shell.terminal.key(words);
  const chosen = offers.find((each) => each.key === key);
  if (!chosen) return;
  const next = await chosen.run();
  await offer(shell, [...next ? [next] : [], ...offers.filter((each) => each !== chosen)]);
}

/** Returns the offer to keep what was named for a run alone; none if there is nothing, or it cannot be read. */
async function keeping({ output }: Shell, connection: ServiceClient, id: string): Promise<Offer[]> {
  const { call } = connection;
  const run = await call("GET /runs/:id", { params: { id } });
  const { repoPath } = run;
  const defaults = await readDefaults(connection, repoPath);
  const keepable = defaults && keepableOf(run, defaults);
  if (defaults === null || keepable === null) return [];
  const words = oneLine(keepableWords(keepable));
  return [{
    key: "k",
    does: `keep ${words} as the default here`,
    run: async () => {
      await call("POST /repositories/defaults", { body: keepable });
      output.talk(`From now on ${words} is the default of ${oneLine(repoPath)}.`);
      return {
        key: "u",
        does: "undo that",
        run: async () => {
          await call("POST /repositories/defaults", { body: undoKeeping(keepable, defaults) });
          output.talk("The defaults are as before.");
        },
      };
    },
  }];
}

async function openIn({ output }: Shell, editor: string, paths: readonly string[]): Promise<void> {
  const [program = "", ...args] = editor.split(" ");
  try {
    const command = new Deno.Command(program, { args: [...args, ...paths], ...ownEnvironment() });
    await leavingInterrupts(() => command.spawn().status);
  } catch (cause) {
    output.talk(`Could not start ${editor}: ${messageOf(cause)}`);
  }
}
