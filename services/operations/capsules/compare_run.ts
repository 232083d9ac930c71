import { compareFields, type ProofCheck, type RecordedRun } from "../../execution/run_views/proof/mod.ts";
import { type CapsuleManifest, capsuleRun } from "./manifest.ts";

/** Compares what a manifest says of a run, and of its evidence, with the entries of the log. */
export function compareRun(
  { run, files, leftOut, withheldEntries }: CapsuleManifest,
  recorded: RecordedRun | null,
): ProofCheck {
  const name = "run";
  if (!recorded?.run) {
    return withheldEntries.length > 0
      ? {
        name,
        ok: true,
        detail:
          "Entries of the run left without their data, so the log cannot confirm what the manifest says. Only the signature covers it.",
      }
      : { name, ok: false, detail: "The entries do not describe such a run." };
  }
  const said = compareFields(name, run, capsuleRun(recorded.run, recorded.request));
  if (!said.ok) return said;
  const missing = new Set(leftOut.map(({ what }) => what));
  const evidence = new Map(
    files.filter(({ path }) => path.startsWith("evidence/")).map((file) => [file.name, file]),
  );
  for (const { path, sha256 } of recorded.artifacts) {
    const file = evidence.get(path);
    evidence.delete(path);
    if (file ? file.recordedSha256 !== sha256 : !missing.has(path)) {
      return { name, ok: false, detail: `The evidence ${path} is not what the log recorded.` };
    }
  }
  const [extra] = evidence.keys();
  return extra === undefined
    ? {
      name,
      ok: true,
      detail:
        `Request, base, result, verdict and ${recorded.artifacts.length} pieces of evidence match the entries.`,
    }
    : { name, ok: false, detail: `The log does not name the evidence ${extra}.` };
}
