import type { Command } from "commander";
import type { AuditExport } from "../services/run_views/audit_schemas.ts";
import type { ProofReport } from "../services/run_views/proof/verify_proof.ts";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { REPOSITORY_HELP } from "./service/repository.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { checkArtifactFiles } from "./proof/artifact_files.ts";
import { commitReport } from "./proof/commit.ts";
import { readDocument, trustedHead } from "./proof/document.ts";
import { printProof } from "./proof/report.ts";
import type { ServiceOptions } from "./service/connection.ts";
import type { Shell } from "./shell.ts";
import { LOCAL } from "./local.later.ts";

type Options = ServiceOptions & {
  head?: string;
  artifacts?: string;
  commit?: string;
  repo?: string;
  json?: boolean;
};

const HELP = `
Examples:
  $ agent-harness runs audit <run> --json > audit.json
  $ agent-harness audit verify audit.json
  $ agent-harness audit verify audit.json --head <hash from another place>
  $ agent-harness audit verify --commit <sha>
  $ agent-harness audit verify --commit <sha> audit.json

The file alone shows that nothing in it was changed by itself. That it was not made up as a whole, a hash of the log that
you know from elsewhere shows: control-plane status --json has it as audit.headHash.

With --commit, the trailer of a commit that a run was delivered as (run, patch, verifier, reviewer) and its patch are compared
with the export or, without one, with the log of the service.`;

/** `audit verify`: proves an audit export, without a service. */
export function defineAudit(program: Command, { shell, finish }: Setup): void {
  const group = program.command("audit").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify an audit export or a delivered commit").usage("<command>").addHelpText("after", HELP);
  const command = group.command("verify").summary("verify an audit export or a delivered commit")
    .description(
      "Compute every hash of an audit export anew, without a service and without a network, and name the first entry that does not hold. 0 when it holds, 1 when not.",
    )
    .argument("[export]", "the file, - for stdin")
    .option("--head <hash>", "a hash of the log that you trust; it must be among the entries")
    .option(
      "--artifacts <directory>",
      "also compare the artifacts' files, each at its path below this directory",
    )
    .option("--commit <sha>", "verify a delivered commit; without an export the service is asked")
    .option("--repo <repository>", `with --commit: where the commit is: ${REPOSITORY_HELP}`, ".")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (source: string | undefined) => {
    finish(await verifyExport(shell, source, command.optsWithGlobals<Options>()));
  });
}

async function verifyExport(shell: Shell, source: string | undefined, options: Options): Promise<number> {
  const trusted = trustedHead(options.head);
  const { commit } = options;
  const report = commit === undefined
    ? await exportReport(source, options.artifacts, trusted)
    : await commitReport(shell, source, { ...options, commit }, trusted);
  if (options.json) shell.output.json(report);
  else printProof(shell, report);
  return report.ok ? EXIT.done : EXIT.failed;
}

async function exportReport(
  source: string | undefined,
  artifacts: string | undefined,
  trusted: { head?: string },
): Promise<ProofReport> {
  if (source === undefined) {
    throw new UsageError("Name the file of an audit export, or a commit with --commit.");
  }
  const document = await readDocument(source);
  const { verifyAudit } = await LOCAL.verifyAudit();
  const report = verifyAudit(document, trusted);
  if (artifacts !== undefined && report.runId !== null) {
    report.checks.push(await checkArtifactFiles(artifacts, (document as AuditExport).artifacts));
    report.ok = report.checks.every(({ ok }) => ok);
  }
  return report;
}
