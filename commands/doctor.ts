import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { checkAgents } from "./doctor/agents.ts";
import { checkAudit } from "./doctor/audit.ts";
import type { DoctorFinding } from "./doctor/finding.ts";
import { checkMachine } from "./doctor/machine.ts";
import { checkProvidersFile } from "./doctor/providers_file.ts";
import { checkRuntime } from "./doctor/runtime.ts";
import { checkService } from "./doctor/service.ts";
import { checkStorage } from "./doctor/storage.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { connect, type ServiceClient, type ServiceOptions } from "./service/connection.ts";
import type { Shell } from "./shell.ts";
import { oneLine } from "./terminal/neutralise.ts";
import { paint } from "./terminal/paint.ts";
import { pad } from "./terminal/width.ts";
import { isLoopback } from "../services/ground/kernel/loopback.ts";
import { storagePlace } from "./storage_place.ts";
import { LOCAL } from "./local.later.ts";

const SYMBOLS = { ok: paint.green("✓"), warning: paint.yellow("!"), failed: paint.red("✗") };

/** `doctor`: reports problems with the setup, each with a command to fix it. */
export function defineDoctor(program: Command, { shell, finish }: Setup): void {
  const command = program.command("doctor").helpGroup(GROUPS.start)
    .summary("check the setup, with a command to fix each problem")
    .description(
      "Check storage, audit chain, service, tokens, git, sandbox, agents, clock and runtime, without changing anything. Exits with 0 if all checks pass, else 1.",
    )
    .addHelpText("after", "\nExamples:\n  $ agent-harness doctor\n  $ agent-harness doctor --json");
  addServiceOptions(command);
  command.action(async () => {
    finish(await doctor(shell, command.optsWithGlobals<ServiceOptions & { json?: boolean }>()));
  });
}

async function doctor(shell: Shell, options: ServiceOptions & { json?: boolean }): Promise<number> {
  const { environment, output } = shell;
  const { codeDirectory } = await LOCAL.main();
  const connection = connect(shell, options);
  const place = storagePlace(environment)?.path ?? await usedBy(connection);
  const storage = await checkStorage(place, codeDirectory());
  const findings = [
    ...storage.findings,
    ...await checkAudit(storage, connection, { environment }),
    ...(storage.path !== null && !storage.held ? await checkProvidersFile(storage.path) : []),
    ...await checkService(environment, connection, storage),
    ...await checkMachine(storage.path),
    ...await checkAgents(),
    await checkRuntime(),
  ];
  const failures = findings.filter(({ status }) => status === "failed").length;
  if (options.json) output.json({ ok: failures === 0, findings });
  else {
    for (const finding of findings) for (const line of lines(finding)) output.data(line);
    output.data(`\n${failures === 0 ? paint.green("Nothing failed.") : paint.red(`${failures} failed.`)}`);
  }
  return failures === 0 ? EXIT.done : EXIT.failed;
}

/** Returns the storage directory of the running service on this machine, if the shell names none; null if unknown. */
async function usedBy({ url, call }: ServiceClient): Promise<string | null> {
  if (!isLoopback(new URL(url).hostname)) return null;
  try {
    const status = await call("GET /control-plane/status");
    return "serverConfig" in status ? status.serverConfig.storageDirectory : null;
  } catch {
    return null; // what keeps it from answering is found again, and told, with the service
  }
}

function lines({ name, status, detail, fix }: DoctorFinding): string[] {
  const first = `${SYMBOLS[status]} ${pad(name, 18)} ${oneLine(detail)}`;
  return fix === undefined ? [first] : [first, `${" ".repeat(20)} ${paint.bold(fix)}`];
}
