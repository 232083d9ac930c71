import type { RequestedRace } from "../../../store/runs/document.ts";
import { requestedRace } from "../../control/runs/race.ts";
import { requestOf, requireRun } from "../../control/runs/read_model.ts";
import type { RetryRunInput } from "../../control/runs/retry_schemas.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { sessionProfile } from "../../workforce/profiles/session_profile.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { findNamedProfile } from "../nodes/node_profile.ts";
import { chooseWorker } from "../tasks/choose_worker.ts";

/** What is requested of a race, and the request, on which the choice of a worker may depend. */
type Asked = { race?: RequestedRace | undefined; request: string };

/**
 * Checks that each contender of a requested race could begin now; without a race there is nothing to check.
 *
 * @throws {InvalidError} when its worker does not exist or is not ready, or its profile does not exist
 */
export function requireContenders(ctx: Ctx<ExecutorLive>, { race, request }: Asked): void {
  for (const [i, { worker, profile: name }] of (race?.contenders ?? []).entries()) {
    const found = name === undefined ? null : findNamedProfile(ctx, name);
    if (name !== undefined && !found) {
      throw new InvalidError(
        `There is no active profile "${name}" for contender ${
          i + 1
        }. To list them: agent-harness profiles list.`,
      );
    }
    const profile = found ? sessionProfile(ctx, found) : undefined;
    const choice = chooseWorker(ctx, { worker, profile }, request);
    if ("missing" in choice) {
      throw new InvalidError(`Contender ${i + 1} of the race cannot begin. ${choice.missing}`);
    }
  }
}

/** Checks the same of the race that a retry of a run would repeat. */
export function requireContendersAgain(ctx: Ctx<ExecutorLive>, id: string, asked: RetryRunInput): void {
  const run = requireRun(ctx, id);
  const race = asked.race ?? (asked.worker ? undefined : requestedRace(run));
  requireContenders(ctx, { race, request: asked.request ?? requestOf(ctx, run) });
}
