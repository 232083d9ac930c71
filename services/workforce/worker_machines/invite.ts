import { sha256 } from "../../../store/chain.ts";
import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { requireDoor } from "./door_address.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { machineNamed, requireMachine } from "./leases/known.ts";
import { shownMachine } from "./read_model.ts";
import type { InviteMachineInput, WorkerMachine } from "./schemas.ts";

/** How long a code may be exchanged. */
const INVITATION_MILLISECONDS = 60 * 60 * 1000;

/** Invites a machine. Its code is in this answer alone; the log has the hash. Throws `InvalidError` if the name is taken. */
export async function inviteMachine(
  ctx: Ctx<MachinesLive>,
  { name, repos, allowUnconfined, labels, trust, group }: InviteMachineInput,
): Promise<{ machine: WorkerMachine; code: string; command: string }> {
  const address = requireDoor(ctx);
  // The newest with that name is the only one that may still be in use.
  const taken = machineNamed(ctx, name);
  if (taken && taken.status !== "revoked") {
    throw new InvalidError(
      `There is a worker machine ${name} already, ${taken.status}. Choose another name, or revoke it first: agent-harness workers revoke ${name}.`,
    );
  }
  const code = `ahw_${crypto.getRandomValues(new Uint8Array(20)).toHex()}`;
  const id = ctx.newId("machine");
  const data = {
    name,
    repos: repos.map((path) => resolveRepoPath(ctx, path)),
    allowsUnconfined: allowUnconfined,
    labels,
    trust,
    ...(group !== undefined && { group }),
    codeSha256: sha256(code),
    endsAt: new Date(ctx.now().getTime() + INVITATION_MILLISECONDS).toISOString(),
  };
  record(ctx, workerMachineStream, id, [{ type: "worker_machine.invited", data }], { expectedVersion: 0 });
  await ctx.settled();
  return {
    machine: shownMachine(ctx, requireMachine(ctx, id)),
    code,
    command: `agent-harness worker --control ${address} --code ${code}`,
  };
}
