import { nodeCrypto } from "../../../store/node_crypto.ts";
import { MaterialFiles, type MaterialName } from "../../../store/secrets/material_files.ts";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { EnvelopeError, open, seal } from "./envelope.ts";
import { createKeyFile, deriveKey, keyOfEnvironment, type MasterKey, readKeyFile } from "./master_key.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";

/** What a context has for secrets. */
export type VaultLive = { vault: Vault };

/** The advice for any lost key. */
export const SET_AGAIN = "Or set the secret again under its id.";

/**
 * The encrypted values of secrets, and their key. The key is read for each use and not kept; the redactor knows what
 * was read before anyone gets it.
 */
export class Vault {
  readonly files: MaterialFiles;
  readonly keyFile: string;

  constructor(
    storageDirectory: string,
    /** The key from the environment that replaces the key file, as text. */
    readonly environmentKey: string | null,
    readonly redactor: Redactor,
  ) {
    this.files = new MaterialFiles(`${storageDirectory}/secrets`);
    this.keyFile = `${this.files.directory}/master.key`;
    if (environmentKey !== null) redactor.know(environmentKey, "AGENT_HARNESS_MASTER_KEY");
  }

  /** Returns the key. Throws `UnavailableError` if its file is missing, invalid, or readable by others. */
  key(): MasterKey {
    const found = this.#find();
    if (found) return found;
    throw new UnavailableError(
      `The key file ${this.keyFile} is missing. Restore it from your backup, or set AGENT_HARNESS_MASTER_KEY to the key. Without it, the secrets must be set again.`,
    );
  }

  /**
   * Returns the key and creates it if there is none yet. A lost one is not replaced, because what it encrypted would be
   * lost.
   */
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
   * Returns the value of one version. Throws `UnavailableError` with what to do; `title` names the secret there, since
   * not everyone who sees a failure may see ids.
   */
  read(name: MaterialName, title: string): string {
    const text = this.files.read(name);
    if (text === null) {
      throw new UnavailableError(
        `The value of the secret "${title}" is missing from the storage directory. Restore its file from your backup. ${SET_AGAIN}`,
      );
    }
    return this.#open(name, text, title);
  }

  /** Encrypts a text that is kept in a place named by `where`. */
  seal(where: string, text: string): string {
    return seal(this.keyToWrite(), { id: where, version: 1 }, text);
  }

  /** Returns the text that `seal` encrypted. Throws `UnavailableError` with what to do. */
  open(where: string, sealed: string): string {
    return this.#open({ id: where, version: 1 }, sealed, where);
  }

  #open(name: MaterialName, sealed: string, title: string): string {
    const key = this.key();
    try {
      return open(key, name, sealed);
    } catch (cause) {
      throw unreadable(title, key, cause);
    }
  }

  /** Returns a keyed hash: equal values have equal ones, and without the master key it cannot confirm guesses. */
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
      ? `The value of the secret "${title}" was encrypted with a different master key than that of ${key.source}. Restore that key. ${SET_AGAIN}`
      : `The stored value of the secret "${title}" was changed or truncated. Restore its file from your backup. ${SET_AGAIN}`,
  );
}
