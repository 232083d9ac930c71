import type { SecretDocument, StorageClass } from "../../../store/secrets/document.ts";
import { secretStream } from "../../../store/secrets/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError, UnauthenticatedError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { isGivenToCommands } from "../../machine/processes/environment.ts";
import { requireRoom } from "./limits.ts";
import { labelOf, materialState, tidyMaterial } from "./material.ts";
import { requireSecret, showSecret } from "./read_model.ts";
import type { SecretRecord, SetSecretInput } from "./schemas.ts";
import { find } from "./use.ts";
import type { VaultLive } from "./vault.ts";

/**
 * Stores a secret, or with `id` rotates one: the new material replaces the old, which is removed once the change is on
 * disk. The same value with the same description changes nothing.
 */
export function setSecret(ctx: Ctx<VaultLive>, input: SetSecretInput): Made<SecretRecord> {
  const before = input.id === undefined ? null : requireRotatable(ctx, input.id);
  requireFreeName(ctx, input.name, before);
  const storageClass = input.storageClass ?? before?.storageClass ?? "local-encrypted";
  requireSource(input, storageClass);
  if (storageClass === "command") requireToken(ctx);
  requireHidden(input);
  requireRoom(ctx, input.value, before);
  const id = before?.id ?? ctx.newId("secret");
  const known = input.value ?? (storageClass === "env" ? Deno.env.get(input.reference!) : undefined);
  if (known) ctx.redactor.know(known, labelOf({ id, name: input.name }));
  const next = describe(ctx, input, { before, storageClass });
  if (before && isSame(before, next)) return existing(showSecret(ctx, before));

  const stored = storageClass === "local-encrypted" && next.version !== before?.version;
  const versions = stored ? [next.version] : [];
  if (before) versions.push(before.version);
  try {
    ctx.write(() => {
      if (stored) ctx.vault.store({ id, version: next.version }, input.value!);
      record(ctx, secretStream, id, [{ type: "secret.set", data: next }]);
    });
  } catch (cause) {
    tidyMaterial(ctx, id, versions);
    throw cause;
  }
  // The version in the log keeps its material, and no other one does.
  ctx.onceSettled(() => void tidyMaterial(ctx, id, versions));
  const shown = showSecret(ctx, requireSecret(ctx, id));
  return before ? existing(shown) : made(shown);
}

type Described = Pick<
  SecretDocument,
  | "name"
  | "kind"
  | "provider"
  | "storageClass"
  | "reference"
  | "version"
  | "keyId"
  | "fingerprint"
  | "redactedPreview"
  | "metadata"
>;

/** What the log records of it. */
function describe(
  ctx: Ctx<VaultLive>,
  input: SetSecretInput,
  { before, storageClass }: { before: SecretDocument | null; storageClass: StorageClass },
): Described {
  const { value } = input;
  const key = value === undefined ? null : ctx.vault.keyToWrite();
  const told = {
    name: input.name,
    kind: input.kind,
    provider: (input.provider === undefined ? before?.provider : input.provider) ?? null,
    storageClass,
    reference: input.reference ?? null,
    keyId: key?.id ?? null,
    fingerprint: key && ctx.vault.fingerprint(key, value!),
    redactedPreview: value === undefined ? null : preview(value),
    metadata: (input.metadata === undefined ? before?.metadata : input.metadata) ?? {},
  };
  const kept = before !== null && before.storageClass === told.storageClass &&
    before.reference === told.reference && before.fingerprint === told.fingerprint &&
    !["missing", "unreadable"].includes(value === undefined ? "" : materialState(ctx, before).materialStatus);
  return { ...told, version: kept ? before.version : (before?.version ?? 0) + 1 };
}

/** Returns the end of a long value, by which its owner recognizes it; nothing of a short one. */
const preview = (value: string): string => value.length >= 24 ? `…${value.trim().slice(-4)}` : "…";

function isSame(before: SecretDocument, next: Described): boolean {
  const told = (of: Described) => [of.name, of.kind, of.provider, of.version, sorted(of.metadata)];
  return JSON.stringify(told(before)) === JSON.stringify(told(next));
}

const sorted = (metadata: SecretDocument["metadata"]) =>
  Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1));

function requireRotatable(ctx: Ctx<VaultLive>, id: string): SecretDocument {
  const secret = requireSecret(ctx, id);
  if (secret.status === "present") return secret;
  throw new InvalidError(`The secret ${id} was deleted. Leave the id out to store a new one.`);
}

function requireFreeName(ctx: Ctx<VaultLive>, name: string, before: SecretDocument | null): void {
  const holder = find(ctx, { name });
  if (!holder || holder.id === before?.id) return;
  throw new InvalidError(
    `There is already a secret with the name "${name}". Send its id, "${holder.id}", to rotate it, or use another name.`,
  );
}

/** Each class has one source: a value, or a reference to one. */
function requireSource({ value, reference }: SetSecretInput, storageClass: StorageClass): void {
  if (storageClass === "local-encrypted") {
    if (value === undefined) {
      throw new InvalidError('The field "value" is missing. The storage class local-encrypted needs it.');
    }
    if (reference === undefined) return;
    throw new InvalidError(
      'The field "reference" cannot be used with the storage class local-encrypted. Leave it out, or set storageClass to env or command.',
    );
  }
  if (value !== undefined) {
    throw new InvalidError(
      `The field "value" cannot be used with the storage class ${storageClass}. Send "reference" instead.`,
    );
  }
  if (reference === undefined) {
    const what = storageClass === "env" ? "the name of a variable" : "a command that prints the value";
    throw new InvalidError(
      `The field "reference" is missing. The storage class ${storageClass} needs ${what}.`,
    );
  }
  if (storageClass === "env") requireVariable(reference);
}

/** The service executes the command as its own user. If accounts cannot be distinguished, only a token allows naming it. */
function requireToken({ config, otherAccounts, canTellOwners }: Ctx<VaultLive>): void {
  if (config.operatorToken !== null || canTellOwners || otherAccounts.length === 0) return;
  throw new UnauthenticatedError(
    "A secret of the class command needs a token, because this machine has other people's accounts, and connections cannot be attributed to them. Create one with `agent-harness init --token`, and restart the service.",
  );
}

function requireVariable(name: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw new InvalidError(
      'The field "reference" is not the name of a variable. Letters, digits and underscores are allowed, such as OPENAI_API_KEY.',
    );
  }
  if (name.toUpperCase().startsWith("AGENT_HARNESS_")) {
    throw new InvalidError(
      `The variable ${name} belongs to this service and is not a secret for others to use.`,
    );
  }
  if (isGivenToCommands(name)) {
    throw new InvalidError(`The variable ${name} is passed to every command, so it cannot contain a secret.`);
  }
}

/** The description of a secret must not reveal its value. */
function requireHidden({ value, ...told }: SetSecretInput): void {
  const needle = value?.trim();
  if (needle === undefined) return;
  for (const [field, content] of Object.entries(told)) {
    const text = typeof content === "string" ? content : JSON.stringify(content ?? "");
    if (text.includes(needle) || text.includes(JSON.stringify(needle).slice(1, -1))) {
      throw new InvalidError(
        `The field "${field}" contains the value and would be shown. Remove the value from it.`,
      );
    }
  }
}
