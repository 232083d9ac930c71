import { join } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { messageOf } from "../../../store/shared/message_of.ts";
import { auditProofSchema, type ProofCheck, verifyEntries } from "../../execution/run_views/proof/mod.ts";
import type { TreeFile } from "../../machine/repositories/mod.ts";
import { isSignedBy } from "../../workforce/worker_machines/wire/mod.ts";
import { BackupDamagedError, extractArchive, isEncrypted } from "../backups/archive/mod.ts";
import { checkObjects, compareFiles } from "./check_contents.ts";
import { type CheckedMachine, checkMachines } from "./check_machines.ts";
import { compareRun } from "./compare_run.ts";
import {
  CAPSULE_FILES,
  CAPSULE_RULES,
  type CapsuleManifest,
  capsuleManifestSchema,
  capsuleSignatureSchema,
  signedText,
} from "./manifest.ts";
import { fingerprintOf } from "./signer.ts";

/** A capsule whose every check passed, unpacked in a directory. Only its signer may be unknown. */
export type ReadCapsule = {
  manifest: CapsuleManifest;
  directory: string;
  /** The files of the base. */
  base: { files: TreeFile[]; bytes: number } | null;
};

/** The result of reading a capsule. */
export type CapsuleReport = {
  ok: boolean;
  checks: ProofCheck[];
  /** The fingerprint of the key that signed it; null if no signature was reached. */
  signer: string | null;
  /** True if that is one of those that the reader trusts. */
  known: boolean;
  /** The worker machines whose signatures are in the log, and whether the reader trusts their keys. */
  machines: CheckedMachine[];
  /** Null if a check failed, except for an unknown signer. */
  capsule: ReadCapsule | null;
};

/**
 * Unpacks a capsule into an empty directory and checks all of it: that no byte was changed, its signature, the hash of each file, the
 * id of each object, each path, and the entries of the log. Starts no program and uses no network. The first fault ends it.
 *
 * @param known the fingerprints that the reader trusts
 * @param reader the fingerprint of the reader's own key, which is trusted too, and what ends the reading
 */
export async function readCapsule(
  file: string,
  directory: string,
  known: ReadonlySet<string>,
  { own = null, signal }: { own?: string | null; signal?: AbortSignal } = {},
): Promise<CapsuleReport> {
  const checks: ProofCheck[] = [];
  const report: CapsuleReport = {
    ok: false,
    checks,
    signer: null,
    known: false,
    machines: [],
    capsule: null,
  };
  const check = async <T>(name: string, work: () => Promise<{ detail: string; value: T }>): Promise<T> => {
    try {
      const { detail, value } = await work();
      checks.push({ name, ok: true, detail });
      return value;
    } catch (cause) {
      if (!(cause instanceof InvalidError || cause instanceof BackupDamagedError)) throw cause;
      const message = messageOf(cause);
      checks.push({
        name,
        ok: false,
        detail: `${message[0]?.toUpperCase()}${message.slice(1)}`.replace(/\.?$/, "."),
      });
      throw new Stopped();
    }
  };
  try {
    const files = await check("archive", async () => {
      if (await isEncrypted(file)) {
        throw new InvalidError("It is encrypted, and a capsule never is. It may be a backup");
      }
      const value = await extractArchive(file, directory, null, undefined, CAPSULE_RULES, signal);
      return { value, detail: `${value.length} files; the seal matches every byte.` };
    });
    const text = await textOf(directory, CAPSULE_FILES.manifest, files);
    const manifest = await check("signature", async () => {
      const signature = parsed(
        capsuleSignatureSchema,
        await textOf(directory, CAPSULE_FILES.signature, files),
        CAPSULE_FILES.signature,
      );
      if (text === null || !await isSignedBy(signature.publicKey, signature.signature, signedText(text))) {
        throw new InvalidError("The signature does not belong to this manifest");
      }
      report.signer = fingerprintOf(signature.publicKey);
      const value = parsed(capsuleManifestSchema, text, CAPSULE_FILES.manifest);
      return { value, detail: `Signed with the key ${report.signer}.` };
    });
    await check("files", () => Promise.resolve({ detail: compareFiles(manifest, files), value: null }));
    const base = await check("objects", () => checkObjects(directory, manifest));
    const entries = await checkLog(directory, manifest, checks);
    await check("machines", async () => {
      const { detail, machines } = await checkMachines(entries, manifest, known);
      return { detail, value: report.machines.push(...machines) };
    });
    report.capsule = { manifest, directory, base };
  } catch (cause) {
    if (!(cause instanceof Stopped)) throw cause;
  }
  const isOwn = report.signer === own;
  report.known = report.signer !== null && (isOwn || known.has(report.signer));
  if (report.signer !== null) {
    checks.push({
      name: "signer",
      ok: report.known,
      detail: isOwn
        ? `${report.signer} is the key of this machine's storage directory.`
        : report.known
        ? `${report.signer} is one that you trust.`
        : `${report.signer} is unknown here: anyone can make a key and sign. Compare it with the fingerprint that agent-harness doctor shows where the capsule was exported.`,
    });
  }
  report.ok = report.capsule !== null && checks.every(({ ok }) => ok);
  return report;
}

/** A check failed, and is reported. */
class Stopped extends Error {}

type Extracted = Awaited<ReturnType<typeof extractArchive>>;

async function textOf(directory: string, path: string, files: Extracted): Promise<string | null> {
  return files.some((each) => each.path === path) ? await Deno.readTextFile(join(directory, path)) : null;
}

type Parser<T> = { safeParse: (value: unknown) => { data?: T | undefined } };

function parsed<T>(schema: Parser<T>, text: string | null, path: string): T {
  if (text === null) throw new InvalidError(`The file ${path} is missing`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidError(`The file ${path} is not valid JSON`);
  }
  const { data } = schema.safeParse(value);
  if (data === undefined) throw new InvalidError(`This program does not support the content of ${path}`);
  return data;
}

async function checkLog(directory: string, manifest: CapsuleManifest, checks: ProofCheck[]) {
  const text = await Deno.readTextFile(join(directory, CAPSULE_FILES.log));
  const proof = auditProofSchema.safeParse(jsonOf(text)).data;
  if (!proof) {
    checks.push({
      name: "log",
      ok: false,
      detail: `${CAPSULE_FILES.log} does not contain entries of a log.`,
    });
    throw new Stopped();
  }
  const withheld = new Set(manifest.withheldEntries);
  const { checks: ofEntries, broken, recorded } = verifyEntries(proof, manifest.runId, { withheld });
  checks.push(...ofEntries);
  if (broken) throw new Stopped();
  const compared = compareRun(manifest, recorded);
  checks.push(compared);
  if (!compared.ok) throw new Stopped();
  return proof.entries;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
