import { ApiError } from "../../client/client.ts";
import type { ProofReport } from "../../services/execution/run_views/proof/verify_proof.ts";
import { UsageError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import type { Shell } from "../shell.ts";
import { resolveRepository } from "../service/repository.ts";
import { readDocument } from "./document.ts";

/** The commit to verify, its repository, and the service to ask. */
type CommitOptions = ServiceOptions & { commit: string; repo?: string };

/** Verifies a delivered commit against an audit export or, without one, against the log of the service. Throws `UsageError`. */
export async function commitReport(
  shell: Shell,
  source: string | undefined,
  options: CommitOptions,
  trusted: { head?: string },
): Promise<ProofReport> {
  const [{ readDeliveredCommit }, { verifyCommit }] = await Promise.all([
    LOCAL.deliveredCommit(),
    LOCAL.verifyCommit(),
  ]);
  const { InvalidError } = await LOCAL.errors();
  const root = await resolveRepository(() => connect(shell, options), options.repo ?? ".");
  const commit = await readDeliveredCommit(root, options.commit).catch((cause) => {
    throw cause instanceof InvalidError ? new UsageError(cause.message) : cause;
  });
  const auditOf = source === undefined
    ? (runId: string) => auditFrom(shell, options, runId)
    : () => readDocument(source);
  return await verifyCommit(commit, auditOf, trusted);
}

async function auditFrom(shell: Shell, options: ServiceOptions, id: string): Promise<unknown> {
  try {
    return await connect(shell, options).call("GET /runs/:id/audit", { params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
