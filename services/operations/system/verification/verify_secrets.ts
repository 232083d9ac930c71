import { join } from "node:path";
import { Database } from "../../../../store/database.ts";
import { DocumentReader } from "../../../../store/documents.ts";
import { Projector } from "../../../../store/projector.ts";
import { registry } from "../../../../store/registry.ts";
import type { SecretDocument } from "../../../../store/secrets/document.ts";
import { MaterialFiles } from "../../../../store/secrets/material_files.ts";
import { secretStream } from "../../../../store/secrets/stream.ts";
import type { CandidateCheck } from "../../../../store/verify_copy.ts";
import { parseKey } from "../../../ground/kernel/key_text.ts";
import { counted } from "../../../ground/kernel/words.ts";
import { open } from "../../../accounts/secrets/envelope.ts";
import { keyOfEnvironment, type MasterKey, readKeyFile } from "../../../accounts/secrets/master_key.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

const MAX_SHOWN = 3;

/**
 * Checks that every encrypted secret recorded in `databaseFile` can be read from a candidate directory, with its key
 * file or the given key. Values are decrypted and discarded. Secrets are named by their ids.
 */
export function verifySecrets(
  databaseFile: string,
  directory: string,
  environmentKey: string | null,
): CandidateCheck {
  const name = "secrets";
  const database = new Database(databaseFile);
  try {
    const documents = new DocumentReader(new Projector(database, registry));
    const stored = documents.find(secretStream, { status: "present" }, { limit: -1 })
      .filter(({ storageClass }) => storageClass === "local-encrypted");
    if (stored.length === 0) return { name, ok: true, detail: "There are no encrypted secrets." };
    const files = new MaterialFiles(join(directory, "secrets"));
    const key = keyOf(directory, environmentKey);
    const faults = stored.flatMap((secret) => faultOf(files, key, secret) ?? []);
    if (faults.length > 0) {
      const shown = faults.slice(0, MAX_SHOWN).join("; ");
      throw new Error(`${faults.length} of ${counted(stored.length, "secret")} cannot be read: ${shown}.`);
    }
    return { name, ok: true, detail: `${counted(stored.length, "secret")} can be read with ${key.source}.` };
  } catch (cause) {
    return { name, ok: false, detail: messageOf(cause) };
  } finally {
    database.close();
  }
}

function keyOf(directory: string, environmentKey: string | null): MasterKey {
  if (environmentKey !== null && parseKey(environmentKey)) return keyOfEnvironment(environmentKey);
  const path = join(directory, "secrets", "master.key");
  const found = readKeyFile(path);
  if (found) return found.key;
  throw new Error(
    `The master key is missing, so no secret can be read. Restore ${path}, or set AGENT_HARNESS_MASTER_KEY.`,
  );
}

function faultOf(
  files: MaterialFiles,
  key: MasterKey,
  { id, version, keyId }: SecretDocument,
): string | null {
  const text = files.read({ id, version });
  if (text === null) return `the value of ${id} is missing`;
  if (keyId !== key.id) return `${id} was encrypted with a different master key`;
  try {
    open(key, { id, version }, text);
    return null;
  } catch {
    return `the value of ${id} was changed or truncated`;
  }
}
