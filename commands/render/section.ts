import { paint } from "../terminal/paint.ts";

/** How wide a line may be; null where nobody cuts it. */
export type Columns = number | null;

/** Returns lines below a title, after an empty line. */
export const section = (title: string, lines: readonly string[]): string[] => [
  "",
  paint.bold(title),
  ...lines.map((line) => `  ${line}`),
];

/** Returns how wide the lines of a section may be. */
export const indented = (columns: Columns): Columns => columns === null ? null : columns - 2;

/** Returns the line that says how many rows are not shown; none if all are. */
export const leftOut = (rows: number): string[] =>
  rows > 0 ? [paint.dim(`… ${rows} more; --json has all`)] : [];
