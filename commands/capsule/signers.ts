import { UsageError } from "../exit_codes.ts";
import { LOCAL } from "../local.later.ts";
import { readSource } from "../read_source.ts";
import type { Shell } from "../shell.ts";
import { storagePlace } from "../storage_place.ts";
import { oneLine } from "../terminal/neutralise.ts";

/** Returns the fingerprints that were named, and those in the files that were. Throws `UsageError`. */
export async function knownSigners(signer: readonly string[]): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(signer.map(async (named) => {
    if (named.startsWith("SHA256:") || HEXADECIMAL.test(named)) return named;
    return await readSource(named);
  }));
  const all = texts.join("\n").split("\n").map((line) => line.trim().split(/\s/)[0] ?? "")
    .filter((line) => line !== "" && !line.startsWith("#")).map(asFingerprint);
  const wrong = all.find((each) => !/^SHA256:[A-Za-z0-9+/]{43}$/.test(each));
  if (wrong === undefined) return new Set(all);
  throw new UsageError(`"${oneLine(wrong)}" is no fingerprint. One looks like SHA256:… with 43 characters.`);
}

/** Returns the fingerprint of the key that signs capsules on this machine; null where none has, or it cannot be read. */
export async function ownSigner({ environment }: Pick<Shell, "environment">): Promise<string | null> {
  const storage = storagePlace(environment)?.path;
  if (!storage) return null;
  const { findSigningKey, fingerprintOf } = await LOCAL.signer();
  try {
    const key = findSigningKey(storage);
    return key && fingerprintOf(key.publicKey);
  } catch {
    return null; // doctor says what is wrong with it
  }
}

/** The fingerprint of a worker machine's key, as `agent-harness workers list` shows it. */
const HEXADECIMAL = /^[0-9a-f]{64}$/;

const asFingerprint = (line: string): string =>
  HEXADECIMAL.test(line) ? `SHA256:${Uint8Array.fromHex(line).toBase64({ omitPadding: true })}` : line;
