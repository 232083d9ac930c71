import { resolve } from "node:path";
import type { Command } from "commander";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { programWords } from "./program_words.ts";
import { installUnit, uninstallUnit } from "./service_unit/install.ts";
import { launchdPlist } from "./service_unit/launchd.ts";
import { type Manager, managerNamed } from "./service_unit/managers.ts";
import { systemdUnit } from "./service_unit/systemd.ts";
import type { Shell } from "./shell.ts";
import { STORAGE_OPTION, storagePlace } from "./storage_place.ts";

const TOKENS = `
Do not put a token into the unit. systemd reads ~/.config/agent-harness/environment if it exists.`;

const exampleOf = (rest: string): string => `\nExamples:\n  $ agent-harness service ${rest}`;

const SYSTEM = ["[system]", "systemd or launchd (default: that of this machine)"] as const;

type Options = { storage?: string; json?: boolean; yes?: boolean };

/** `service`: prints, installs or removes a unit that starts the service automatically. */
export function defineService(program: Command, { shell, finish }: Setup): void {
  const group = program.command("service").helpGroup(GROUPS.care).helpCommand(false)
    .summary("start the service at login, by systemd or launchd").usage("<command>").addHelpText(
      "after",
      exampleOf("install"),
    );
  group.command("install").summary("start the service now and at each login")
    .description(
      "Show a unit of your user, write it after a yes, and start the service now and at each login, and after a failure.",
    )
    .argument(...SYSTEM)
    .option(...STORAGE_OPTION)
    .option("--yes", "install without asking")
    .addHelpText("after", `${exampleOf("install")}\n${TOKENS}`)
    .action(async (given: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const manager = managerNamed(given);
      finish(await installUnit(shell, manager, unitOf(shell, manager, options), options.yes));
    });
  group.command("uninstall").summary("no longer start the service at login")
    .description("End the service that was installed, and remove its unit. The storage directory stays.")
    .argument(...SYSTEM)
    .option("--yes", "remove without asking")
    .addHelpText("after", exampleOf("uninstall"))
    .action(async (given: string | undefined, _, command: Command) =>
      finish(await uninstallUnit(shell, managerNamed(given), command.optsWithGlobals<Options>().yes))
    );
  group.command("print").summary("print a unit for systemd or launchd")
    .description(
      "Print a unit that starts the service at login and restarts it after a failure. Nothing is installed.",
    )
    .argument(...SYSTEM)
    .option(...STORAGE_OPTION)
    .option("--json", "print one JSON document")
    .addHelpText("after", exampleOf("print systemd"))
    .action((given: string | undefined, _, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const manager = managerNamed(given);
      const text = unitOf(shell, manager, options);
      if (options.json) shell.output.json({ system: manager.id, text });
      else shell.output.bytes(new TextEncoder().encode(text));
      finish(EXIT.done);
    });
}

const UNITS: Readonly<Record<Manager["id"], typeof systemdUnit>> = {
  systemd: systemdUnit,
  launchd: launchdPlist,
};

function unitOf({ environment }: Shell, { id }: Manager, options: Options): string {
  const storage = options.storage ?? storagePlace(environment)?.path;
  if (!storage) {
    throw new UsageError(
      "Name the storage directory with --storage, or create one with `agent-harness init`.",
    );
  }
  return UNITS[id]({ start: [...programWords(environment), "serve"], storage: resolve(storage) });
}
