import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { acceptHead } from "./store/accept_head.ts";
import type { StoreOptions } from "./store/options.ts";
import { rebuild } from "./store/rebuild.ts";
import { statistics } from "./store/statistics.ts";
import { verify } from "./store/verify.ts";

const HELP = `
Examples:
  $ agent-harness store verify
  $ agent-harness store stats --json
  $ agent-harness store rebuild --storage ~/agent-harness`;

/** `store`: verifies, folds again, mends and counts what a storage directory holds. */
export function defineStore(program: Command, { shell, finish }: Setup): void {
  const group = program.command("store").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify, rebuild and count what is stored").usage("<command>").addHelpText("after", HELP);
  const define = (name: string, summary: string, description: string): Command =>
    group.command(name).summary(summary).description(description)
      .option(
        "--storage <directory>",
        "the storage directory; else AGENT_HARNESS_STORAGE_DIR, else the one that init remembered",
      )
      .addHelpText(
        "after",
        `\nExamples:\n  $ agent-harness store ${name}\n  $ agent-harness store ${name} --json`,
      );

  const verifying = define(
    "verify",
    "verify chain, artifacts and read models",
    "Verify the hash chain, every artifact, and that the log folds to the same read models. It changes nothing. 0 when all holds, 1 when not.",
  );
  addServiceOptions(verifying);
  verifying.action(async () => finish(await verify(shell, verifying.optsWithGlobals<StoreOptions>())));

  const rebuilding = define(
    "rebuild",
    "fold the log again",
    "Fold the whole log again, and put the result in the place of the read models. The log itself is not changed. No service may hold the directory.",
  ).option("--json", "print one JSON document");
  rebuilding.action(async () => finish(await rebuild(shell, rebuilding.optsWithGlobals<StoreOptions>())));

  const accepting = define(
    "accept-head",
    "go on without entries that are missing",
    "Accept that the log ends earlier than was recorded, because newer files are lost for good. The log says so from then on. Look for a backup first. No service may hold the directory.",
  ).option("--yes", "accept without being asked").option("--json", "print one JSON document");
  accepting.action(async () =>
    finish(await acceptHead(shell, accepting.optsWithGlobals<StoreOptions & { yes?: boolean }>()))
  );

  const counting = define(
    "stats",
    "count what is stored",
    "Count entries, documents, artifacts and bytes, whether or not a service is running.",
  ).option("--json", "print one JSON document");
  counting.action(async () => finish(await statistics(shell, counting.optsWithGlobals<StoreOptions>())));
}
