import type { Tables } from "../view.ts";

/** The words by which an item is found. */
export type SearchText = { title: string; content: string; people: string; tags: string };

/** Stores the words of a row, replacing its former ones. */
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

/** Removes the words of a row. */
export function removeFromSearch(tables: Tables, row: number): void {
  tables.run("delete from {planner_search} where rowid = ?", row);
}
