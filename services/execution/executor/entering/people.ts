import type { RunDocument } from "../../../../store/runs/document.ts";
import type { Visit } from "../../../../store/task_sessions/enter_events.ts";
import type { TaskSessionDocument } from "../../../../store/task_sessions/stream.ts";
import {
  type AuthoredFile,
  authoredFiles,
  type Control,
  hasObjects,
} from "../../../machine/repositories/mod.ts";

/** The manual changes in a result, as evidence for the review. */
type ManualWork = {
  visits: (Visit & { taskId: string; title: string })[];
  files: AuthoredFile[];
};

/** Returns what people changed by hand in a run's result; null where no one stepped in. */
export async function peopleOf(
  control: Control,
  { base, result }: RunDocument,
  sessions: readonly TaskSessionDocument[],
): Promise<ManualWork | null> {
  const visits = sessions.flatMap(({ taskId, title, visits = [] }) =>
    visits.map((visit) => ({ taskId, title, ...visit }))
  );
  if (visits.length === 0) return null;
  const found: AuthoredFile[] = [];
  for (const { before, after, files } of visits) {
    const isKept = await hasObjects(control, before.commit) && await hasObjects(control, after.commit);
    if (files === 0 || !isKept) continue;
    const trees = { base: base!.tree, before: before.tree, after: after.tree, result: result!.tree };
    found.push(...await authoredFiles(control, trees));
  }
  return { visits, files: [...Map.groupBy(found, ({ path }) => path).values()].map(joined) };
}

/** Combines what several visits changed in one file. */
const joined = (parts: readonly AuthoredFile[]): AuthoredFile => ({
  path: parts[0]!.path,
  whole: parts.some(({ whole }) => whole),
  lines: parts.flatMap(({ lines }) => lines),
  removed: parts.flatMap(({ removed }) => removed),
});
