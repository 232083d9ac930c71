import type { SecretDocument } from "../../store/secrets/document.ts";
import { secretStream } from "../../store/secrets/stream.ts";
import type { Core, Ctx } from "../kernel/context.ts";
import { UnavailableError } from "../kernel/errors.ts";
import { valueOfCommand } from "./command.ts";
import { isTelling } from "../kernel/redaction/encodings.ts";
import { type SecretStatus, TELLING } from "./schemas.ts";
import { SET_AGAIN } from "./vault.ts";
import type { VaultLive } from "./vault.ts";

/** Whether the material of a secret is there, why not, and what a person does about it. */
export type MaterialState = Pick<SecretStatus, "materialStatus" | "detail" | "fix">;

type Holder = Pick<Core & VaultLive, "store" | "vault" | "redactor">;

/** Who the value is for. */
export type MaterialUse = { runId?: string; taskSessionId?: string; signal?: AbortSignal };

/**
 * The value of a secret, known to the redactor before it is given. Throws `UnavailableError` with a sentence that says
 * what to do.
 */
export async function readMaterial(
  ctx: Ctx<VaultLive>,
  secret: SecretDocument,
  use: MaterialUse,
): Promise<string> {
  const value = await valueOf(ctx, secret, use);
  if (!isTelling(value)) {
    throw new UnavailableError(
      `The value of the secret "${secret.name}" could not be kept out of outputs. It has to have ${TELLING}.`,
    );
  }
  ctx.redactor.know(value, labelOf(secret));
  return value;
}

/** How a known value is named to a person. */
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

/** The state of the material, told without decrypting it and without running anything. */
export function materialState(
  service: Pick<Core & VaultLive, "vault">,
  secret: SecretDocument,
): MaterialState {
  if (secret.status === "deleted") {
    return { materialStatus: "removed", detail: `It was deleted at ${secret.deletedAt}.`, fix: null };
  }
  switch (secret.storageClass) {
    case "local-encrypted":
      return localState(service, secret);
    case "env":
      return Deno.env.get(secret.reference!)
        ? {
          materialStatus: "present",
          detail: `The variable ${secret.reference} of this service has a value.`,
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
    return { materialStatus: "missing", detail, fix: `Put its file back from your backup. ${SET_AGAIN}` };
  }
  try {
    const key = vault.key();
    if (key.id === keyId) {
      return { materialStatus: "present", detail: "Its encrypted value is stored.", fix: null };
    }
    const detail = `It was encrypted under another master key than that of ${key.source}.`;
    return { materialStatus: "unreadable", detail, fix: `Put that key back. ${SET_AGAIN}` };
  } catch (cause) {
    if (!(cause instanceof UnavailableError)) throw cause;
    const [detail, ...fix] = cause.message.split(/(?<=\.) (?=[A-Z])/);
    return { materialStatus: "unreadable", detail: detail!, fix: fix.join(" ") || SET_AGAIN };
  }
}

const unset = ({ reference }: SecretDocument): MaterialState & { fix: string } => ({
  materialStatus: "missing",
  detail: `The variable ${reference} is not set in the environment of this service.`,
  fix: `Set ${reference} where the service is started, and start it again.`,
});

/** Takes away all stored material that the secret as it stands does not use: older versions, or all of a deleted one. */
export function tidyMaterial({ store, vault }: Holder, id: string, versions: readonly number[]): number {
  const secret = store.documents.get(secretStream, id);
  const inUse = secret?.status === "present" && secret.storageClass === "local-encrypted"
    ? secret.version
    : null;
  const unused = versions.filter((version) => version !== inUse);
  for (const version of unused) vault.files.remove({ id, version });
  return unused.length;
}

/** The versions of a secret whose material lies in the storage directory. */
export const materialVersions = ({ vault }: Pick<Core & VaultLive, "vault">, id: string): number[] =>
  vault.files.list().material.filter((name) => name.id === id).map(({ version }) => version);
