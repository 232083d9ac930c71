import type { Tables } from "../view.ts";
import type { Item } from "./item.ts";
import { textOfItem } from "./item_text.ts";
import { removeFromSearch, writeToSearch } from "./search_rows.ts";
import type { TaskFields } from "./task.ts";
import { textOfTask } from "./task_rows.ts";
import { messageOf } from "../shared/message_of.ts";
import { type JsonText, readJson } from "../json_text.ts";

type Missing =
  | { row: number; kind: "item"; body: JsonText<Item> }
  | { row: number; kind: "task"; body: JsonText<TaskFields> };

/** What has words: events and notes that are there, and tasks, also those of sources. */
const WITH_WORDS =
  `select row, 'item' as kind, body from {planner_items} where item_type <> 'task' and status <> 'gone'
   union all select row, 'task', body from {planner_tasks} where gone_at is null`;

/** Returns why the index of the search cannot be read, as the database says it; null if all of it can. */
export function faultOfSearch(tables: Tables): string | null {
  try {
    tables.run("insert into {planner_search} ({planner_search}) values ('integrity-check')");
    return null;
  } catch (cause) {
    return messageOf(cause);
  }
}

/** Returns the rows of events and tasks that the search does not find, oldest first. */
export const missingInSearch = (tables: Tables): Missing[] =>
  tables.all<Missing>(
    `select * from (${WITH_WORDS}) where row not in (select id from {planner_search_content}) order by row`,
  );

/** Builds the index again, from its copy of the words, and adds those that are missing. */
export function mendSearch(tables: Tables): void {
  tables.run("insert into {planner_search} ({planner_search}) values ('rebuild')");
  for (const { row, kind, body } of missingInSearch(tables)) {
    writeToSearch(tables, row, kind === "item" ? textOfItem(readJson(body)) : textOfTask(readJson(body)));
  }
  const extra = tables.all<{ id: number }>(
    `select id from {planner_search_content} where id not in (select row from (${WITH_WORDS}))`,
  );
  for (const { id } of extra) removeFromSearch(tables, id);
}
