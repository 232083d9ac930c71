import type { Tables } from "../view.ts";

/** The words by which something is found. */
export type SearchText = { title: string; content: string; people: string; tags: string };

/** Keeps the words of a row, in the place of those that it had. */
export function writeToSearch(
  tables: Tables,
  row: number,
  { title, content, people, tags }: SearchText,
): void {
  removeFromSearch(tables, row);
  tables.run(
    "insert into {planner_search} (rowid, title, content, people, tags) values (?, ?, ?, ?, ?)",
    row,
    title,
    content,
    people,
    tags,
  );
}

/** Takes the words of a row out. */
export function removeFromSearch(tables: Tables, row: number): void {
  tables.run("delete from {planner_search} where rowid = ?", row);
}
