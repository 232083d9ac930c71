import type { Command } from "commander";
import type { RunReplayPacket } from "../services/execution/run_views/proof/audit_schemas.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { readDocument, trustedHead } from "./proof/document.ts";
import { packetLines } from "./proof/packet.ts";
import { printProof } from "./proof/report.ts";
import type { Shell } from "./shell.ts";
import { LOCAL } from "./local.later.ts";

type Options = { head?: string; json?: boolean };

const HELP = `
Examples:
  $ agent-harness runs replay-packet <run> --json > packet.json
  $ agent-harness replay open packet.json`;

/** `replay open`: shows and verifies a replay packet without a service. */
export function defineReplay(program: Command, { shell, finish }: Setup): void {
  const group = program.command("replay").helpGroup(GROUPS.care).helpCommand(false)
    .summary("open a replay packet on any machine").usage("<command>").addHelpText("after", HELP);
  const command = group.command("open").summary("open a replay packet on any machine")
    .description(
      "Show the request, plan and results of a run, and verify them against the packet's entries, without a service or network. Exits with 0 if they match, else 1.",
    )
    .argument("<packet>", "the file; - for stdin")
    .option("--head <hash>", "a trusted hash of the log, which must be among the entries")
    .option("--json", "print one JSON document").addHelpText("after", HELP);
  command.action(async (source: string) => {
    finish(await openPacket(shell, source, command.optsWithGlobals<Options>()));
  });
}

async function openPacket(shell: Shell, source: string, options: Options): Promise<number> {
  const trusted = trustedHead(options.head);
  const document = await readDocument(source);
  const { verifyPacket } = await LOCAL.verifyPacket();
  const report = verifyPacket(document, trusted);
  if (options.json) shell.output.json({ ...report, packet: report.runId === null ? null : document });
  else {
    if (report.runId !== null) {
      for (const line of packetLines(document as RunReplayPacket)) shell.output.data(line);
      shell.output.data("");
    }
    printProof(shell, report);
  }
  return report.ok ? EXIT.done : EXIT.failed;
}
