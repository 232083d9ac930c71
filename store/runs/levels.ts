import type { Tables } from "../view.ts";
import type { LevelRow } from "./level_rows.ts";

/** Returns what changed in each hour from one on, such as `2026-01-10T12`. */
export const levelChanges = (tables: Tables, from: string): LevelRow[] =>
  tables.all<LevelRow>(
    "select hour, status, n, change, left from {run_level_changes} where hour >= ? order by hour",
    from,
  );
