import { sha256 } from "../../../store/chain.ts";
import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { ForbiddenError, InvalidError } from "../../ground/kernel/errors.ts";
import { TOKEN_MILLISECONDS } from "./authenticate.ts";
import { isKey } from "./wire/keys.ts";
import { requireProtocol } from "./wire/protocol.ts";

/** Exchanges the code of an invitation for a token that is bound to the machine's key; a code is accepted once. */
export async function enrolMachine(
  ctx: Ctx,
  { protocol, code, publicKey }: { protocol: number; code: string; publicKey: string },
): Promise<{ machineId: string; name: string; token: string }> {
  requireProtocol(protocol);
  if (!await isKey(publicKey)) throw new InvalidError("publicKey is no Ed25519 key, raw, in base64.");
  const token = `ahm_${crypto.getRandomValues(new Uint8Array(32)).toHex()}`;
  const machine = ctx.write(() => {
    const [found] = ctx.store.documents.find(workerMachineStream, { codeSha256: sha256(code) }, { limit: 1 });
    const now = ctx.now().getTime();
    if (found?.status !== "invited" || now > Date.parse(found.invitationEndsAt)) {
      throw new ForbiddenError(
        "The code is not valid: it was used, is older than an hour, or was never given out. On the control plane, run: agent-harness workers enrol --name <name>.",
      );
    }
    const tokenEndsAt = new Date(now + TOKEN_MILLISECONDS).toISOString();
    const data = { publicKey, tokenSha256: sha256(token), tokenEndsAt };
    record(ctx, workerMachineStream, found.id, [{ type: "worker_machine.enrolled", data }]);
    return found;
  });
  await ctx.settled();
  return { machineId: machine.id, name: machine.name, token };
}
