import { resolve } from "node:path";
import type { Command } from "commander";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { programWords } from "./program_words.ts";
import { launchdPlist } from "./service_unit/launchd.ts";
import { storagePlace } from "./storage_place.ts";
import { systemdUnit } from "./service_unit/systemd.ts";

const HELP = `
Examples:
  $ agent-harness service print systemd > ~/.config/systemd/user/agent-harness.service
  $ systemctl --user enable --now agent-harness

  $ agent-harness service print launchd > ~/Library/LaunchAgents/agent-harness.plist
  $ launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/agent-harness.plist

Do not put a token into the unit. systemd reads ~/.config/agent-harness/environment if it exists.`;

/** `service print`: prints a unit that starts the service automatically. Installs nothing. */
export function defineService(program: Command, { shell, finish }: Setup): void {
  const group = program.command("service").helpGroup(GROUPS.care).helpCommand(false)
    .summary("print a unit for systemd or launchd").usage("<command>").addHelpText("after", HELP);
  group.command("print").summary("print a unit for systemd or launchd")
    .description(
      "Print a unit that starts the service at login and restarts it after a failure. Nothing is installed.",
    )
    .argument("[system]", "systemd or launchd (default: that of this machine)")
    .option(
      "--storage <directory>",
      "the storage directory (default: AGENT_HARNESS_STORAGE_DIR, then the one that init saved)",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", HELP)
    .action((given: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<{ storage?: string; json?: boolean }>();
      const system = given ?? (Deno.build.os === "darwin" ? "launchd" : "systemd");
      const print = PRINTERS[system];
      if (!print) {
        throw new UsageError(`Unknown system "${system}". Use systemd or launchd.`);
      }
      const storage = options.storage ?? storagePlace(shell.environment)?.path;
      if (!storage) {
        throw new UsageError(
          "Name the storage directory with --storage, or create one with `agent-harness init`.",
        );
      }
      const text = print({ start: [...programWords(shell.environment), "serve"], storage: resolve(storage) });
      if (options.json) shell.output.json({ system, text });
      else shell.output.bytes(new TextEncoder().encode(text));
      finish(EXIT.done);
    });
}

const PRINTERS: Readonly<Record<string, (unit: { start: readonly string[]; storage: string }) => string>> = {
  systemd: systemdUnit,
  launchd: launchdPlist,
};
