import { shownTime } from "../../ground/kernel/words.ts";
import type { SecretDocument } from "../../../store/secrets/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { valueOfCommand } from "./command.ts";
import { isTelling } from "../../ground/kernel/redaction/encodings.ts";
import { type SecretStatus, TELLING } from "./schemas.ts";
import { SET_AGAIN } from "./vault.ts";
import type { VaultLive } from "./vault.ts";

/** Whether the material of a secret is stored; if not, why, and what a person can do. */
type MaterialState = Pick<SecretStatus, "materialStatus" | "detail" | "fix">;

type Holder = Pick<Core & VaultLive, "store" | "vault" | "redactor">;

/** The kind of a secret by which this service proves itself to an OAuth server. */
export const CLIENT_SECRET = "client-secret";

/** Who the value is for. */
type MaterialUse = { runId?: string; taskSessionId?: string; signal?: AbortSignal };

/**
 * Returns the value of a secret, which the redactor knows before it is returned. Throws `UnavailableError` with a
 * sentence that says what to do.
 */
export async function readMaterial(
  ctx: Ctx<VaultLive>,
  secret: SecretDocument,
  use: MaterialUse,
): Promise<string> {
  const value = await valueOf(ctx, secret, use);
  // Its server chose it, and it is sent to that server only: no run sees it, and no answer of the server is shown.
  const isForServer = secret.kind === CLIENT_SECRET && use.runId === undefined;
  if (!isTelling(value) && !isForServer) {
    throw new UnavailableError(
      `The value of the secret "${secret.name}" could not be redacted from outputs. It must have ${TELLING}.`,
    );
  }
  ctx.redactor.know(value, labelOf(secret));
  return value;
}

/** Returns the name of a known value for a person. */
export const labelOf = ({ id, name }: Pick<SecretDocument, "id" | "name">): string =>
  `the secret "${name}" (${id})`;

async function valueOf(ctx: Ctx<VaultLive>, secret: SecretDocument, use: MaterialUse): Promise<string> {
  const { id, name, version, storageClass, reference } = secret;
  if (storageClass === "local-encrypted") return ctx.vault.read({ id, version }, name);
  if (storageClass === "command") return await valueOfCommand(ctx, { name, command: reference!, ...use });
  const value = Deno.env.get(reference!);
  if (value) return value;
  throw new UnavailableError(unset(secret).detail + " " + unset(secret).fix);
}

/** Returns the state of the material without decrypting it or running anything. */
export function materialState(
  service: Pick<Core & VaultLive, "vault">,
  secret: SecretDocument,
): MaterialState {
  if (secret.status === "deleted") {
    return {
      materialStatus: "removed",
      detail: `It was deleted on ${shownTime(secret.deletedAt!)}.`,
      fix: null,
    };
  }
  switch (secret.storageClass) {
    case "local-encrypted":
      return localState(service, secret);
    case "env":
      return Deno.env.get(secret.reference!)
        ? {
          materialStatus: "present",
          detail: `The variable ${secret.reference} is set in the environment of this service.`,
          fix: null,
        }
        : unset(secret);
    case "command":
      return { materialStatus: "unchecked", detail: "Its command is run at each use.", fix: null };
  }
}

function localState({ vault }: Pick<Core & VaultLive, "vault">, secret: SecretDocument): MaterialState {
  const { id, version, keyId } = secret;
  if (!vault.files.has({ id, version })) {
    const detail = "Its encrypted value is missing from the storage directory.";
    return { materialStatus: "missing", detail, fix: `Restore its file from your backup. ${SET_AGAIN}` };
  }
  try {
    const key = vault.key();
    if (key.id === keyId) {
      return { materialStatus: "present", detail: "Its encrypted value is stored.", fix: null };
    }
    const detail = `It was encrypted with a different master key than that of ${key.source}.`;
    return { materialStatus: "unreadable", detail, fix: `Restore that key. ${SET_AGAIN}` };
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause;
    const [detail, ...fix] = cause.message.split(/(?<=\.) (?=[A-Z])/);
    return { materialStatus: "unreadable", detail: detail!, fix: fix.join(" ") || SET_AGAIN };
  }
}

const unset = ({ reference }: SecretDocument): MaterialState & { fix: string } => ({
  materialStatus: "missing",
  detail: `The variable ${reference} is not set in the environment of this service.`,
  fix: `Set ${reference} in the environment of the service and restart it.`,
});

/**
 * Removes all stored material that the secret in its current state does not use: older versions, or all of a deleted
 * one.
 */
export function tidyMaterial({ store, vault }: Holder, id: string, versions: readonly number[]): number {
  const secret = store.documents.get(secretStream, id);
  const inUse = secret?.status === "present" && secret.storageClass === "local-encrypted"
    ? secret.version
    : null;
  const unused = versions.filter((version) => version !== inUse);
  for (const version of unused) vault.files.remove({ id, version });
  return unused.length;
}

/** The versions of a secret whose material is stored. */
export const materialVersions = ({ vault }: Pick<Core & VaultLive, "vault">, id: string): number[] =>
  vault.files.list().material.filter((name) => name.id === id).map(({ version }) => version);
