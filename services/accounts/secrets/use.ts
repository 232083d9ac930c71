import { shownTime } from "../../ground/kernel/words.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { SecretDocument } from "../../../store/secrets/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import { NotFoundError, UnavailableError } from "../../ground/kernel/errors.ts";
import { readMaterial } from "./material.ts";
import { requireSecret } from "./read_model.ts";
import type { VaultLive } from "./vault.ts";

/** Which secret: by its id, by its name, or the newest one of a provider. */
type WhichSecret = { id: string } | { name: string } | { provider: string };

/** What a value is used for; all of it is recorded in the receipt. */
export type SecretUse = {
  /** What needs it, such as `model.call` or `oauth.refresh`. */
  call: string;
  /** Where it is sent to. */
  host: string;
  runId?: string;
  taskSessionId?: string;
  /** Stops the command of a secret of that class. */
  signal?: AbortSignal;
};

/**
 * Returns the value of a secret, for one use. The receipt, which says who used it for what and never the value, is on
 * disk before this resolves, and the redactor knows the value. Throws `NotFoundError` or `UnavailableError` with a
 * sentence that says what to do.
 */
export async function useSecret(ctx: Ctx<VaultLive>, which: WhichSecret, use: SecretUse): Promise<string> {
  const secret = present(find(ctx, which), which);
  const { call, host, runId = null, taskSessionId = null } = use;
  if (runId !== null && !ctx.store.documents.has(runStream, runId)) throw new NotFoundError("run", runId);
  const value = await readMaterial(ctx, secret, use);
  await ctx.store.commit(() => {
    // It may have been deleted while its command ran.
    present(requireSecret(ctx, secret.id), which);
    const data = { name: secret.name, version: secret.version, call, host, runId, taskSessionId };
    record(ctx, secretStream, secret.id, [{ type: "secret.used", data }]);
  });
  return value;
}

/** Returns the requested secret, even if deleted, or null. */
export function find({ store }: Pick<Core & VaultLive, "store">, which: WhichSecret): SecretDocument | null {
  const newest = { limit: 1, newestFirst: true };
  const { documents } = store;
  if ("id" in which) return documents.get(secretStream, which.id);
  if ("name" in which) {
    return documents.find(secretStream, { name: which.name, status: "present" }, newest)[0] ?? null;
  }
  return documents.find(secretStream, { provider: which.provider, status: "present" }, newest)[0] ?? null;
}

function present(secret: SecretDocument | null, which: WhichSecret): SecretDocument {
  if (secret?.status === "present") return secret;
  if ("id" in which) {
    if (!secret) throw new NotFoundError("secret", which.id);
    throw new UnavailableError(
      `The secret "${secret.name}" was deleted on ${
        shownTime(secret.deletedAt!)
      }. Store a new one with POST /secrets.`,
    );
  }
  throw new UnavailableError(
    "name" in which
      ? `There is no secret with the name "${which.name}". Store it with POST /secrets, or: agent-harness secrets set --name ${which.name} --kind api-key --value - (the value comes from stdin).`
      : noneOf(which.provider),
  );
}

const noneOf = (provider: string): string =>
  `No secret is stored for the provider "${provider}". Store it with POST /secrets, or: agent-harness secrets set --name ${provider} --kind api-key --provider ${provider} --value - (the value comes from stdin).`;
