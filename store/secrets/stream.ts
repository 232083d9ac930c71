import { idOf } from "../event.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { MAX_VERSIONS, type SecretDocument } from "./document.ts";
import { secretEvents } from "./events.ts";

type SetEvent = Extract<EventOf<typeof secretEvents>, { type: "secret.set" }>;

/** A secret: its description, but never its value, which is stored outside of the log. */
export const secretStream = defineStream<SecretDocument>()({
  kind: "secret",
  version: 1,
  events: secretEvents,
  indexes: [
    ["kind"],
    ["provider"],
    ["status"],
    ["kind", "provider"],
    ["kind", "status"],
    ["provider", "status"],
    ["kind", "provider", "status"],
    ["name", "status"],
    ["holding"],
  ],
  countBy: "holding",
  evolve: (secret, event) => {
    if (event.type === "secret.set") return set(secret, event);
    if (!secret) return null;
    if (event.type === "secret.used") return { ...secret, uses: secret.uses + 1, lastUsedAt: event.at };
    return {
      ...secret,
      status: "deleted",
      holding: "deleted",
      versions: withoutMaterial(secret, event.at),
      updatedAt: event.at,
      deletedAt: event.at,
    };
  },
});

function set(secret: SecretDocument | null, { stream, data, at, actor }: SetEvent): SecretDocument {
  const { version, storageClass, fingerprint, redactedPreview } = data;
  const made = {
    version,
    storageClass,
    fingerprint,
    redactedPreview,
    setBy: actor,
    setAt: at,
    removedAt: null,
  };
  const versions = secret?.version === version
    ? secret.versions
    : [made, ...(secret ? withoutMaterial(secret, at) : [])].slice(0, MAX_VERSIONS);
  return {
    id: idOf({ stream }),
    ...data,
    status: "present",
    holding: storageClass,
    versions,
    uses: secret?.uses ?? 0,
    createdBy: secret?.createdBy ?? actor,
    createdAt: secret?.createdAt ?? at,
    updatedAt: at,
    lastUsedAt: secret?.lastUsedAt ?? null,
    deletedAt: null,
  };
}

const withoutMaterial = ({ versions }: SecretDocument, at: string) =>
  versions.map((version) => ({ ...version, removedAt: version.removedAt ?? at }));
