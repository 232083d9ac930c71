import { pendingOf } from "../kit/pending_of.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED, type TestRepository } from "../git.ts";
import type { Harness } from "../harness.ts";

type Request = {
  request: string;
  verifier?: { command: string };
  setup?: { command: string } | null;
  onFailure?: "fail";
  onRed?: "fail";
  fix?: number;
  needs?: string[];
  here?: boolean;
  worker?: { provider: string; model?: string };
  race?: { contenders: { worker: { provider: string } }[] };
};

/** Asks for work and gives the run once it waits or has ended. */
export async function runToRest(
  h: Harness,
  repository: TestRepository,
  asked: Request,
  as: "operator" | "agent" = "operator",
): Promise<RunDetails> {
  const { id } = await h[as]("POST /coordinator/runs", { body: { ...asked, repoPath: repository.root } });
  return await h.settled(id);
}

/** Approves what the run waits for and gives the run when it is at rest again. */
export async function approvePending(h: Harness, run: RunDetails): Promise<RunDetails> {
  await h.operator("POST /approvals/:id/approve", { params: { id: pendingOf(run).id }, body: REVIEWED });
  return await h.settled(run.id);
}
