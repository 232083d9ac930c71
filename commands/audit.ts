import type { Command } from "commander";
import type { AuditExport } from "../services/run_views/audit_schemas.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { checkArtifactFiles } from "./proof/artifact_files.ts";
import { readDocument, trustedHead } from "./proof/document.ts";
import { printProof } from "./proof/report.ts";
import type { Shell } from "./shell.ts";
import { LOCAL } from "./local.later.ts";

type Options = { head?: string; artifacts?: string; json?: boolean };

const HELP = `
Examples:
  $ agent-harness runs audit <run> --json > audit.json
  $ agent-harness audit verify audit.json
  $ agent-harness audit verify audit.json --head <hash from another place>

The file alone shows that nothing in it was changed by itself. That it was not made up as a whole, a hash of the log that
you know from elsewhere shows: control-plane status --json has it as audit.headHash.`;

/** `audit verify`: proves an audit export, without a service. */
export function defineAudit(program: Command, { shell, finish }: Setup): void {
  const group = program.command("audit").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify an audit export, on any machine").usage("<command>").addHelpText("after", HELP);
  const command = group.command("verify").summary("verify an audit export, on any machine")
    .description(
      "Compute every hash of an audit export anew, without a service and without a network, and name the first entry that does not hold. 0 when it holds, 1 when not.",
    )
    .argument("<export>", "the file, - for stdin")
    .option("--head <hash>", "a hash of the log that you trust; it must be among the entries")
    .option(
      "--artifacts <directory>",
      "also compare the artifacts' files, each at its path below this directory",
    )
    .option("--json", "print one JSON document").addHelpText("after", HELP);
  command.action(async (source: string) => {
    finish(await verifyExport(shell, source, command.optsWithGlobals<Options>()));
  });
}

async function verifyExport(shell: Shell, source: string, options: Options): Promise<number> {
  const trusted = trustedHead(options.head);
  const document = await readDocument(source);
  const { verifyAudit } = await LOCAL.verifyAudit();
  const report = verifyAudit(document, trusted);
  if (options.artifacts !== undefined && report.runId !== null) {
    report.checks.push(await checkArtifactFiles(options.artifacts, (document as AuditExport).artifacts));
    report.ok = report.checks.every(({ ok }) => ok);
  }
  if (options.json) shell.output.json(report);
  else printProof(shell, report);
  return report.ok ? EXIT.done : EXIT.failed;
}
