import { createHmac } from "node:crypto";
import { join } from "node:path";
import { MaterialFiles, type MaterialName } from "../../store/secrets/material_files.ts";
import { UnavailableError } from "../errors.ts";
import { EnvelopeError, open, seal } from "./envelope.ts";
import { createKeyFile, deriveKey, keyOfEnvironment, type MasterKey, readKeyFile } from "./master_key.ts";
import type { Redactor } from "./redactor.ts";

/** Where the key file lies in a storage directory. */
export const keyFilePath = (storageDirectory: string): string =>
  join(storageDirectory, "secrets", "master.key");

/**
 * The encrypted values of secrets, and the key to them. The key is read for each use and not kept; what is read is known
 * to the redactor before anybody gets it.
 */
export class Vault {
  readonly files: MaterialFiles;
  readonly keyFile: string;

  constructor(
    storageDirectory: string,
    /** The key that the environment gives instead of the key file, as text. */
    readonly environmentKey: string | null,
    readonly redactor: Redactor,
  ) {
    this.files = new MaterialFiles(join(storageDirectory, "secrets"));
    this.keyFile = keyFilePath(storageDirectory);
    if (environmentKey !== null) redactor.know(environmentKey, "AGENT_HARNESS_MASTER_KEY");
  }

  /** The key. Throws `UnavailableError` when its file is missing, unfit, or readable by others. */
  key(): MasterKey {
    const found = this.#find();
    if (found) return found;
    throw new UnavailableError(
      `The key file ${this.keyFile} is missing. Put it back from your backup, or set AGENT_HARNESS_MASTER_KEY to the key; without it the secrets must be set again.`,
    );
  }

  /** The key, made where there is none yet. One that went missing is not replaced: what it encrypted would be lost. */
  keyToWrite(): MasterKey {
    const found = this.#find();
    if (found) return found;
    if (this.files.list().material.length > 0) return this.key();
    this.files.prepare();
    const { key, text } = createKeyFile(this.keyFile);
    this.redactor.know(text, "the master key");
    return key;
  }

  /** Encrypts and stores the value of one version. */
  store(name: MaterialName, value: string): void {
    this.files.write(name, seal(this.keyToWrite(), name, value));
  }

  /** The value of one version. Throws `UnavailableError` with what to do. */
  read(name: MaterialName): string {
    const text = this.files.read(name);
    if (text === null) {
      throw new UnavailableError(
        `The value of the secret ${name.id} is missing from the storage directory. Set it again: POST /secrets with the id "${name.id}".`,
      );
    }
    const key = this.key();
    try {
      return open(key, name, text);
    } catch (cause) {
      throw unreadable(name, key, cause);
    }
  }

  /** A keyed hash: equal values have equal ones, and nobody without the master key can try guesses on it. */
  fingerprint(key: MasterKey, value: string): string {
    const hash = createHmac("sha256", deriveKey(key, "fingerprint")).update(value).digest("hex");
    return `hmac-sha256:${hash}`;
  }

  #find(): MasterKey | null {
    if (this.environmentKey !== null) return keyOfEnvironment(this.environmentKey);
    const found = readKeyFile(this.keyFile);
    if (found) this.redactor.know(found.text, "the master key");
    return found?.key ?? null;
  }
}

function unreadable({ id }: MaterialName, key: MasterKey, cause: unknown): unknown {
  if (!(cause instanceof EnvelopeError)) return cause;
  const again = `or set the secret again: POST /secrets with the id "${id}".`;
  return new UnavailableError(
    cause.reason === "other-key"
      ? `The value of the secret ${id} was encrypted under another master key (${cause.keyId}) than that of ${key.source} (${key.id}). Put that key back, ${again}`
      : `The stored value of the secret ${id} was changed or cut off. Put its file back from your backup, ${again}`,
  );
}
