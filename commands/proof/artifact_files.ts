import { createHash } from "node:crypto";
import { join, relative, resolve } from "node:path";
import type { NamedArtifact } from "../../services/execution/run_views/proof/recorded.ts";
import type { ProofCheck } from "../../services/execution/run_views/proof/verify_proof.ts";

/** Compares the artifact files below a directory with the hashes in an export. */
export async function checkArtifactFiles(
  directory: string,
  artifacts: readonly NamedArtifact[],
): Promise<ProofCheck> {
  const root = resolve(directory);
  const faults: string[] = [];
  for (const { path, sha256 } of artifacts) {
    const file = join(root, path);
    if (relative(root, file).startsWith("..")) faults.push(`${path} is outside of ${root}.`);
    else {
      const found = await hashOf(file);
      if (found === null) faults.push(`${path} is missing.`);
      else if (found !== sha256) faults.push(`${path} has different content.`);
    }
  }
  return faults.length === 0
    ? {
      name: "files",
      ok: true,
      detail: `${artifacts.length} files match their hashes.`,
    }
    : { name: "files", ok: false, detail: faults.slice(0, 5).join(" ") };
}

async function hashOf(path: string): Promise<string | null> {
  try {
    const hash = createHash("sha256");
    const file = await Deno.open(path, { read: true });
    for await (const chunk of file.readable) hash.update(chunk);
    return hash.digest("hex");
  } catch {
    return null;
  }
}
