import { inReviewOrder } from "../../client/review_order.ts";
import type { QueuedPatch } from "../service/types.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { pad, width } from "../terminal/width.ts";

const SIGNS = { added: paint.green("A"), modified: paint.yellow("M"), deleted: paint.red("D") };

/** Returns the touched files with their changes, in the order of a review. */
export function fileLines({ files }: Pick<QueuedPatch, "files">): string[] {
  const wide = Math.max(0, ...files.map(({ path }) => width(oneLine(path))));
  return inReviewOrder(files, (file) => file).map(
    ({ change, path, additions, deletions, binary, after, before }) => {
      const notes = [
        binary && "binary",
        after && before && after.mode !== before.mode && `mode ${before.mode} → ${after.mode}`,
        after?.mode === "100755" && !before && "executable",
        after?.mode === "120000" && "symbolic link",
      ].filter((note) => typeof note === "string");
      const counts = binary ? "" : `${paint.green(`+${additions}`)} ${paint.red(`−${deletions}`)}`;
      return `  ${SIGNS[change]}  ${pad(oneLine(path), wide)}  ${counts} ${paint.dim(notes.join(", "))}`
        .trimEnd();
    },
  );
}
