import { systemStream } from "../../../store/system/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";

/** The secrets in a patch: the files, and the names of the known ones. */
type PatchSecrets = { paths: string[]; labels: string[] };

/** How many files are named. */
const MAX_PATHS = 100;

/**
 * Finds the files in which a patch contains a known secret, or adds what looks like a key. The patch is evidence, so it
 * is not changed. Git compresses binary content, which cannot be searched.
 */
export function secretsInPatch({ redactor }: { redactor: Redactor }, patch: Uint8Array): PatchSecrets {
  const text = new TextDecoder().decode(patch);
  if (redactor.text(text) === text) return { paths: [], labels: [] };
  const found = text.split(/^(?=diff --git )/m).flatMap((section) => {
    const labels = redactor.labelsIn(section);
    const added = section.split("\n").filter((line) => line.startsWith("+")).map((line) => line.slice(1))
      .join("\n");
    return labels.length > 0 || redactor.text(added) !== added ? [{ path: pathOf(section), labels }] : [];
  });
  return {
    paths: [...new Set(found.map(({ path }) => path))].slice(0, MAX_PATHS),
    labels: [...new Set(found.flatMap(({ labels }) => labels))],
  };
}

/** The path in a section's header, `diff --git a/<path> b/<path>`: both are the same, so either is one half of it. */
function pathOf(section: string): string {
  const names = section.split("\n", 1)[0]!.slice("diff --git ".length);
  return names.slice(0, (names.length - 1) / 2).replace(/^("?)a\//, "$1");
}

/**
 * Records, in the unit of the bundle, that a patch contains known secrets. Only the operator may know which ones, so
 * they are named in the log file.
 */
export function reportSecrets(ctx: Ctx, runId: string, { labels, paths }: PatchSecrets): void {
  if (labels.length === 0) return;
  const where = paths.slice(0, 5).join(", ");
  const detail =
    `The patch of the run ${runId} contains the value of a stored secret, in ${where}. Reject it, delete the run, and rotate the secret, which is named in the service's log.`;
  record(ctx, systemStream, "service", [{ type: "audit.integrity_warning", data: { detail } }]);
  ctx.log.error(`The patch of the run ${runId} contains the value of ${labels.join(" and ")}, in ${where}.`);
}
