import type { Command } from "commander";
import type { AuditExport } from "../services/execution/run_views/proof/audit_schemas.ts";
import type { ProofReport } from "../services/execution/run_views/proof/verify_proof.ts";
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
  $ agent-harness audit verify --commit HEAD
  $ agent-harness audit verify --commit <sha> audit.json

The file alone proves that none of its entries were changed. To prove that the whole file is genuine, pass --head with a hash
that you noted earlier: control-plane status --json shows it as audit.headHash.

With --commit, the patch and the trailer (run, patch, verifier, reviewer) of a delivered commit are compared with the export or,
without one, with the log of the service.`;

/** `audit verify`: verifies an audit export without a service. */
export function defineAudit(program: Command, { shell, finish }: Setup): void {
  const group = program.command("audit").helpGroup(GROUPS.care).helpCommand(false)
    .summary("verify an audit export or a delivered commit").usage("<command>").addHelpText("after", HELP);
  const command = group.command("verify").summary("verify an audit export or a delivered commit")
    .description(
      "Recompute every hash of an audit export, without a service or network, and name the first broken entry. Exits with 0 if the export is intact, else 1.",
    )
    .argument("[export]", "the file; - for stdin")
    .option("--head <hash>", "a trusted hash of the log, which must be among the entries")
    .option(
      "--artifacts <directory>",
      "also verify the artifact files below this directory",
    )
    .option(
      "--commit <commit>",
      "verify a delivered commit (an id, a branch, a tag, HEAD~1), against the service if there is no export",
    )
    .option("--repo <repository>", `with --commit: the repository of the commit: ${REPOSITORY_HELP}`, ".")
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
  }
  const { verifySignatures } = await LOCAL.verifySignatures();
  const signatures = await verifySignatures(document);
  if (signatures) report.checks.push(signatures);
  report.ok &&= report.checks.every(({ ok }) => ok);
  return report;
}
