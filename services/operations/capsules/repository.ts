import type { RunDocument } from "../../../store/runs/document.ts";
import { withObjectsOf } from "../../execution/commands/control.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import {
  CheckedTrees,
  type Control,
  hasObjects,
  readObjects,
  type TreeFile,
  writeObjects,
} from "../../machine/repositories/mod.ts";
import { CAPSULE_FILES, type CapsuleManifest } from "./manifest.ts";
import { labelsIn } from "./redacted.ts";
import type { StagedFiles } from "./staged.ts";

/** The objects of a run's base and result, and what a person must know of them before they leave. */
export type CapsuleRepository = {
  repository: CapsuleManifest["repository"];
  /** Every path of the base and the result. */
  paths: string[];
  /** Those whose content looks as if it contained a key. */
  suspicious: string[];
};

/**
 * Writes the objects of a run's base and result, without history. Throws `InvalidError` where one contains a known secret: an
 * object cannot be changed without another id.
 */
export async function addRepository(
  ctx: Ctx<ExecutionLive>,
  run: RunDocument,
  staged: StagedFiles,
): Promise<CapsuleRepository> {
  const { base, result } = run;
  if (!base) return { repository: null, paths: [], suspicious: [] };
  const both = result ? [base, result] : [base];
  return await withObjectsOf(ctx, run.id, (control) => addObjects(ctx, control, both, staged));
}

async function addObjects(
  ctx: Ctx,
  control: Control,
  both: readonly { commit: string; tree: string }[],
  staged: StagedFiles,
): Promise<CapsuleRepository> {
  const { prefix, objectFormat, lineEndings } = control.repository;
  for (const { commit } of both) {
    if (await hasObjects(control, commit)) continue;
    throw new InvalidError(
      `Files of the commit ${
        commit.slice(0, 12)
      } are not in the storage directory, as after a backup was restored, ` +
        "so this run cannot be exported.",
    );
  }
  const path = staged.pathOf(CAPSULE_FILES.objects);
  await writeObjects(control, both.map(({ commit }) => commit), path);
  const trees = new CheckedTrees(objectFormat);
  const found = new Map<string, string[]>();
  let objects = 0;
  for await (const object of readObjects(path, objectFormat)) {
    objects++;
    trees.add(object);
    if (object.type === "tree") continue;
    const labels = await labelsIn(ctx.redactor, object.content);
    if (labels) found.set(object.id, labels);
  }
  const files = both.flatMap((each) => filesToLeave(trees, each));
  const named = new Map(files.map((file) => [file.path, file]));
  requireNoSecrets(ctx, named, found);
  await staged.addWritten(CAPSULE_FILES.objects, "the files of the base and the result, and their commits");
  return {
    repository: { prefix, objectFormat, lineEndings, objects },
    paths: [...named.keys()].sort(),
    suspicious: [...new Set(files.filter(({ blob }) => found.has(blob)).map((file) => file.path))].sort(),
  };
}

/** Returns the files of a commit. Throws `InvalidError` for what no reader of a capsule would write. */
function filesToLeave(trees: CheckedTrees, each: { commit: string; tree: string }): TreeFile[] {
  try {
    trees.requireCommit(each);
    return trees.filesOf(each.tree).files;
  } catch (cause) {
    if (!(cause instanceof InvalidError)) throw cause;
    throw new InvalidError(`${cause.message} No capsule may contain it, so this run cannot be exported.`, {
      cause,
    });
  }
}

function requireNoSecrets(
  ctx: Ctx,
  files: ReadonlyMap<string, TreeFile>,
  found: ReadonlyMap<string, string[]>,
): void {
  for (const [id, labels] of found) {
    if (labels.length === 0) continue;
    const where = [...files.values()].find(({ blob }) => blob === id)?.path ?? `the commit ${id}`;
    throw refusal(where, labels);
  }
  const labels = ctx.redactor.labelsIn([...files.keys()].join("\n"));
  if (labels.length > 0) throw refusal("The name of a file", labels);
}

const refusal = (where: string, labels: readonly string[]): InvalidError =>
  new InvalidError(
    `${where} contains ${
      labels.join(" and ")
    }. A file of a repository cannot leave without its secret, so this run cannot be exported.`,
  );
