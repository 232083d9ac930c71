import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { acceptHead } from "./store/accept_head.ts";
import type { StoreOptions } from "./store/options.ts";
import { rebuild } from "./store/rebuild.ts";
import { statistics } from "./store/statistics.ts";
import { verify } from "./store/verify.ts";
import { STORAGE_OPTION } from "./storage_place.ts";

const HELP = `
Examples:
  $ agent-harness store verify
  $ agent-harness store stats --json
  $ agent-harness store rebuild --storage ~/agent-harness`;

/** `store`: verifies, rebuilds and measures a storage directory. */
export function defineStore(program: Command, { shell, finish }: Setup): void {
  const group = program.command("store").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify, rebuild and measure the store").usage("<command>").addHelpText("after", HELP);
  const define = (name: string, summary: string, description: string): Command =>
    group.command(name).summary(summary).description(description)
      .option(...STORAGE_OPTION)
      .addHelpText(
        "after",
        `\nExamples:\n  $ agent-harness store ${name}\n  $ agent-harness store ${name} --json`,
      );

  const verifying = define(
    "verify",
    "verify the hash chain, artifacts and read models",
    "Verify the hash chain, every artifact, and that a rebuild gives the same read models. Changes nothing. Exits with 0 if everything is intact, else 1.",
  );
  addServiceOptions(verifying);
  verifying.action(async () => finish(await verify(shell, verifying.optsWithGlobals<StoreOptions>())));

  const rebuilding = define(
    "rebuild",
    "rebuild the read models from the log",
    "Rebuild the read models from the whole log. The log itself is not changed. Stop the service first.",
  ).option("--json", "print one JSON document");
  rebuilding.action(async () => finish(await rebuild(shell, rebuilding.optsWithGlobals<StoreOptions>())));

  const accepting = define(
    "accept-head",
    "continue without missing entries",
    "Accept that the log ends earlier than recorded, because newer files are permanently lost. The log records this. Look for a backup first, and stop the service.",
  ).option("--yes", "accept without asking").option("--json", "print one JSON document");
  accepting.action(async () =>
    finish(await acceptHead(shell, accepting.optsWithGlobals<StoreOptions & { yes?: boolean }>()))
  );

  const counting = define(
    "stats",
    "show statistics of the store",
    "Count entries, documents, artifacts and bytes, whether or not a service is running.",
  ).option("--json", "print one JSON document");
  counting.action(async () => finish(await statistics(shell, counting.optsWithGlobals<StoreOptions>())));
}
