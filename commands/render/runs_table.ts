import type { RunSummary } from "../service/types.ts";
import { baseName, firstLine } from "../../client/words.ts";
import type { Columns } from "./section.ts";
import { inOrder } from "./value.ts";

/** Returns the table of runs that have not ended, or have failed. */
export const runsTable = (
  runs: readonly Pick<RunSummary, "id" | "number" | "status" | "request" | "repoPath">[],
  columns: Columns,
): string[] =>
  inOrder(
    runs.map(({ id, number, status, request, repoPath }) => ({
      run: `#${number}`,
      status,
      request: firstLine(request),
      repository: baseName(repoPath),
      id,
    })),
    columns,
  );
