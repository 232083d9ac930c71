import type { QueueItem } from "../service/types.ts";
import { baseName } from "../../client/words.ts";
import type { Columns } from "./section.ts";
import { inOrder } from "./value.ts";

type Listed = {
  id: string;
  run: Pick<NonNullable<QueueItem["run"]>, "number" | "repoPath"> | null;
  approval: Pick<QueueItem["approval"], "title" | "risk">;
};

/** Returns the table of waiting approvals: of which run and repository they are, and the id by which each is reviewed. */
export const queueTable = (items: readonly Listed[], columns: Columns): string[] =>
  inOrder(
    items.map(({ id, run, approval: { title, risk } }) => ({
      run: run === null ? "" : `#${run.number}`,
      title,
      repository: run === null ? "" : baseName(run.repoPath),
      risk,
      id,
    })),
    columns,
  );
