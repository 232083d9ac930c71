import { nodeCrypto } from "../../store/node_crypto.ts";
import { MaterialFiles, type MaterialName } from "../../store/secrets/material_files.ts";
import { UnavailableError } from "../kernel/errors.ts";
import { EnvelopeError, open, seal } from "./envelope.ts";
import { createKeyFile, deriveKey, keyOfEnvironment, type MasterKey, readKeyFile } from "./master_key.ts";
import type { Redactor } from "../kernel/redactor.ts";

/** What a context carries of the secrets. */
export type VaultLive = { vault: Vault };

/** What always helps. */
export const SET_AGAIN = "Or set it again with its id, which GET /secrets lists.";

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
    this.files = new MaterialFiles(`${storageDirectory}/secrets`);
    this.keyFile = `${this.files.directory}/master.key`;
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
    this.files.sync();
    this.redactor.know(text, "the master key");
    return key;
  }

  /** Encrypts and stores the value of one version. */
  store(name: MaterialName, value: string): void {
    this.files.write(name, seal(this.keyToWrite(), name, value));
  }

  /**
   * The value of one version. Throws `UnavailableError` with what to do; `title` names the secret there, since an id is not for
   * everybody who may read of a failure.
   */
  read(name: MaterialName, title: string): string {
    const text = this.files.read(name);
    if (text === null) {
      throw new UnavailableError(
        `The value of the secret "${title}" is missing from the storage directory. Put its file back from your backup. ${SET_AGAIN}`,
      );
    }
    const key = this.key();
    try {
      return open(key, name, text);
    } catch (cause) {
      throw unreadable(title, key, cause);
    }
  }

  /** A keyed hash: equal values have equal ones, and nobody without the master key can try guesses on it. */
  fingerprint(key: MasterKey, value: string): string {
    const hash = nodeCrypto().createHmac("sha256", deriveKey(key, "fingerprint")).update(value).digest("hex");
    return `hmac-sha256:${hash}`;
  }

  #find(): MasterKey | null {
    if (this.environmentKey !== null) return keyOfEnvironment(this.environmentKey);
    const found = readKeyFile(this.keyFile);
    if (found) this.redactor.know(found.text, "the master key");
    return found?.key ?? null;
  }
}

function unreadable(title: string, key: MasterKey, cause: unknown): unknown {
  if (!(cause instanceof EnvelopeError)) return cause;
  return new UnavailableError(
    cause.reason === "other-key"
      ? `The value of the secret "${title}" was encrypted under another master key than that of ${key.source}. Put that key back. ${SET_AGAIN}`
      : `The stored value of the secret "${title}" was changed or cut off. Put its file back from your backup. ${SET_AGAIN}`,
  );
}
