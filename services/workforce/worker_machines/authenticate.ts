import { nodeCrypto } from "../../../store/node_crypto.ts";
import { sha256 } from "../../../store/chain.ts";
import { type WorkerMachineDocument, workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { withoutEnd } from "../../ground/kernel/words.ts";
import { ForbiddenError, UnauthenticatedError } from "../../ground/kernel/errors.ts";
import type { MachinesLive } from "./leases/machines.ts";
import { isSignedBy } from "./wire/keys.ts";
import { laneOf, MACHINE_HEADERS, requestText } from "./wire/signed_request.ts";

/** How long a token lasts after its last use. */
export const TOKEN_MILLISECONDS = 24 * 60 * 60 * 1000;

/** What a request says about itself. */
type MachineRequest = { method: string; path: string; headers: Headers; body: Uint8Array };

const bytes = new TextEncoder();

/**
 * Returns the machine that sent a request: by its token, and by a signature of its key over the request, which is accepted once.
 * One on the lane of a lease that is over may be a repeated one. Throws `UnauthenticatedError`, or `ForbiddenError` for a machine
 * that was revoked.
 */
export async function authenticate(
  ctx: Ctx<MachinesLive>,
  request: MachineRequest,
): Promise<WorkerMachineDocument> {
  const { method, path, headers, body } = request;
  const token = /^Bearer ([\x21-\x7e]+)$/.exec(headers.get("authorization") ?? "")?.[1];
  const id = headers.get(MACHINE_HEADERS.machine) ?? "";
  const machine = ctx.store.documents.get(workerMachineStream, id);
  if (!token || !machine?.tokenSha256 || !machine.publicKey || !isSame(sha256(token), machine.tokenSha256)) {
    throw new UnauthenticatedError("This worker machine is not known here. Enrol it again with a new code.");
  }
  if (machine.status === "revoked") {
    throw new ForbiddenError(
      `The worker machine ${machine.name} was revoked: ${withoutEnd(machine.statusDetail ?? "", ". ")}.`,
    );
  }
  const now = ctx.now().getTime();
  if (now > Date.parse(machine.tokenEndsAt!)) {
    throw new UnauthenticatedError(
      `The token of the worker machine ${machine.name} ended at ${machine.tokenEndsAt}. Enrol it again with a new code.`,
    );
  }
  const session = headers.get(MACHINE_HEADERS.session) ?? "";
  const lane = laneOf(headers.get(MACHINE_HEADERS.lane));
  const counter = Number(headers.get(MACHINE_HEADERS.counter));
  const { epoch, counters } = ctx.machines;
  const leaseId = /lease_[0-9a-f-]{36}$/.exec(lane)?.[0];
  if (leaseId !== undefined && !path.includes(`/${leaseId}/`)) {
    throw new ForbiddenError(`The lane ${lane} is for requests about that lease alone.`);
  }
  const text = requestText({ method, path, body, epoch, session, lane, counter });
  if (!await isSignedBy(machine.publicKey, headers.get(MACHINE_HEADERS.signature) ?? "", text)) {
    throw new UnauthenticatedError(
      "The signature does not fit the request, or was made for an earlier start of the control plane.",
    );
  }
  // Its lane would be kept for ever, because nothing says again that the lease is over. Nothing that is asked for it changes anything.
  if (leaseId !== undefined && !ctx.machines.leaseOf(id, leaseId)) return machine;
  if (!Number.isSafeInteger(counter) || !counters.accept(id, { session, lane, counter })) {
    throw new ForbiddenError(
      `The request ${counter} of this lane, or a later one, was already received, or another process of this machine has begun, or too many have.`,
    );
  }
  ctx.machines.presence.see(id);
  renew(ctx, machine, now);
  return machine;
}

const isSame = (one: string, other: string): boolean =>
  nodeCrypto().timingSafeEqual(bytes.encode(one), bytes.encode(other));

/** Recorded twice a day at most: a machine asks several times a minute. */
function renew(ctx: Ctx, { id, tokenEndsAt }: WorkerMachineDocument, now: number): void {
  if (Date.parse(tokenEndsAt!) - now > TOKEN_MILLISECONDS / 2) return;
  const data = { tokenEndsAt: new Date(now + TOKEN_MILLISECONDS).toISOString() };
  record(ctx, workerMachineStream, id, [{ type: "worker_machine.renewed", data }]);
}
