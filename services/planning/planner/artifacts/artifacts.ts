import type { ItemRow } from "../../../../store/planner/item_rows.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { NotFoundError } from "../../../ground/kernel/errors.ts";
import { requireItem } from "../items/rows.ts";
import { classifyItem, modelLabelsOf } from "../items/classify.ts";
import { conflictsOf } from "../conflicts/compute.ts";
import { occurrencesIn, occurrencesOf, type Occurring } from "../items/occurrences.ts";
import { type Range, rangeOf, timeAt } from "../../dates/range.ts";
import type { PlannerArtifactQuery, PlannerArtifactRecord } from "./schemas.ts";
import { matchOf } from "../../../ground/kernel/search_terms.ts";
import { sourcesFor } from "../../planner_settings/sources_for.ts";
import { settingsOf, sourceOf } from "../../planner_settings/settings.ts";
import { Copies, withCopies } from "../items/copies.ts";
import { windowAt } from "../../dates/window.ts";
import { wordsOfRepeats } from "../../icalendar/repeat_words.ts";
import { isLikelyCopy } from "../items/likely_copy.ts";
import { readJson } from "../../../../store/json_text.ts";
import { DAY } from "../../../../store/shared/durations.ts";

/** How long removed artifacts can still be listed. */
const GONE_DAYS = 30;
const MAX_SHOWN_OCCURRENCES = 200;

/** Returns an artifact, or one occurrence of it by its key. */
export function getArtifact(ctx: Ctx, id: string): PlannerArtifactRecord {
  const { row, key } = requireItem(ctx, id);
  if (key === null) return showArtifact(ctx, row);
  const { timeZone } = settingsOf(ctx);
  const occurring = occurrencesOf(row, readJson(row.body), timeZone).find((each) =>
    each.key === `${row.id}@${key}`
  );
  if (!occurring) throw new NotFoundError("occurrence", id);
  return showArtifact(ctx, row, [occurring]);
}

/** Returns artifacts that match all filters, those first seen last first; with a range of dates those that occur in it, each once, by time. */
export function listArtifacts(ctx: Ctx, query: PlannerArtifactQuery): PlannerArtifactRecord[] {
  const { limit, offset, date, from, to } = query;
  const dated = date !== undefined || from !== undefined || to !== undefined;
  const show = showing(ctx);
  if (!dated) return rowsOf<ItemRow>(ctx, query, { select: "*", limit, offset }).map((row) => show(row));
  const { timeZone } = settingsOf(ctx);
  const known = windowAt(ctx.now());
  const asked = date === undefined ? { from, to } : { from: date, to: date };
  const range = rangeOf(asked, timeZone, known, ctx.now());
  const copies = new Copies(ctx, sourcesFor(ctx, query.source, query.account));
  const byItem = Map.groupBy(copies.shownOf(occurrencesIn(ctx, range, timeZone)), ({ row }) => row.id);
  const fitting = new Set(
    rowsOf<Pick<ItemRow, "id">>(ctx, query, { select: "id", limit: -1, offset: 0 }, [...byItem.keys()])
      .map(({ id }) => id),
  );
  return [...byItem].filter(([id]) => fitting.has(id)).slice(offset, offset + limit)
    .map(([, occurring]) => show(occurring[0]!.row, occurring));
}

/** One of its people has these words in their name or address. */
const WITH_PERSON = `exists (
  select 1 from (
    select json_extract(body, '$.organizer') as one union all select value from json_each(body, '$.attendees')
  ) where instr(lower(one ->> 'name' || char(10) || (one ->> 'email')), lower(?)) > 0)`;

/** It is a task that a person archived here. */
const ARCHIVED = `exists (
  select 1 from {planner_tasks} t where t.row = {planner_items}.row + 1 and t.state = 'archived')`;

type Page = { select: string; limit: number; offset: number };

function rowsOf<Row>(
  ctx: Ctx,
  query: PlannerArtifactQuery,
  { select, limit, offset }: Page,
  ids?: readonly string[],
): Row[] {
  const clauses = [
    query.status === "gone" ? "status = 'gone' and gone_at > ?" : "status <> 'gone' and ? <> ''",
  ];
  const values: (string | number)[] = [new Date(ctx.now().getTime() - GONE_DAYS * DAY).toISOString()];
  const add = (
    clause: string,
    ...given: (string | number)[]
  ) => (clauses.push(clause), values.push(...given));
  const sources = sourcesFor(ctx, query.source, query.account);
  // Of what has the ids, not of everything that an index finds by another column.
  const own = ids ? "+" : "";
  if (sources) add(`${own}source_id in (select value from json_each(?))`, JSON.stringify(sources));
  if (query.status === "archived") add(ARCHIVED);
  else if (query.status && query.status !== "gone") add(`status = ? and not ${ARCHIVED}`, query.status);
  if (query.type) add(`${own}item_type = ?`, query.type);
  if (query.priority !== undefined) add("json_extract(body, '$.priority') = ?", query.priority);
  if (query.person !== undefined) {
    add(WITH_PERSON, query.person);
  }
  if (ids) add("id in (select value from json_each(?))", JSON.stringify(ids));
  if (query.query?.trim()) {
    const match = matchOf(query.query);
    if (match === null) return [];
    add(
      "(row in (select rowid from {planner_search} where {planner_search} match ?) or row + 1 in (select rowid from {planner_search} where {planner_search} match ?))",
      match,
      match,
    );
  }
  return ctx.store.projector.tables.all<Row>(
    `select ${select} from {planner_items} where ${clauses.join(" and ")} order by row desc limit ? offset ?`,
    ...values,
    limit,
    offset,
  );
}

/** Returns an artifact as the API shows it, with occurrences if requested. */
export const showArtifact = (
  ctx: Ctx,
  row: ItemRow,
  occurring?: readonly Occurring[],
): PlannerArtifactRecord => showing(ctx)(row, occurring);

/** Returns the function that shows artifacts as the API does. */
export function showing(
  ctx: Ctx,
): (row: ItemRow, occurring?: readonly Occurring[]) => PlannerArtifactRecord {
  const copiesOf = new Copies(ctx);
  const conflictIdsOf = conflictsOf(ctx);
  const { emails } = settingsOf(ctx).identity;
  const models = modelLabelsOf(ctx);
  const repeatsOf = wordsOfRepeats();
  return (row, occurring) => {
    const copies = copiesOf.of(row);
    const item = withCopies(occurring?.[0]?.item ?? readJson(row.body), copies);
    const { occurrences: _, task: _1, busyStatus: _2, modifiedAt: _3, recurrence: _4, id, ...shown } = item;
    const source = sourceOf(ctx, row.source_id);
    const others = copies.filter((copy) => copy.id !== row.id);
    const people = [item.organizer, ...item.attendees].flatMap((one) => one?.name || one?.email || []);
    return {
      id,
      source: row.source_id,
      accountId: source?.config.accountId ?? null,
      ...shown,
      repeats: repeatsOf(item.rrule),
      status: statusOf(ctx, row),
      flags: isLikelyCopy(ctx, row, item) ? [...item.flags, "likely_copy"] : item.flags,
      classification: classifyItem(row, item, { config: source?.config ?? null, emails, models }),
      ...(occurring && {
        occurrences: occurring.slice(0, MAX_SHOWN_OCCURRENCES).map(({ key, start, end, allDay }) => ({
          key,
          start: timeAt(start),
          end: timeAt(end),
          allDay,
        })),
        occurrenceCount: occurring.length,
      }),
      myResponse: item.attendees.find(({ email }) => emails.includes(email))?.partstat ?? null,
      people: [...new Set(people)],
      alsoIn: others.map((copy) => ({ source: copy.source_id, calendarId: copy.calendar_id, ref: copy.id })),
      conflictIds: conflictIdsOf(row.id),
      history: {
        version: row.version,
        changedAt: row.changed_at,
        changedFields: readJson(row.changed_fields),
      },
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.status === "gone" ? row.gone_at : source?.lastSuccessAt ?? null,
    };
  };
}

const statusOf = ({ store }: Ctx, { row, item_type, status }: ItemRow): PlannerArtifactRecord["status"] => {
  const isArchived = item_type === "task" && status !== "gone" && store.projector.tables.get(
        "select 1 from {planner_tasks} where row = ? and state = 'archived'",
        row + 1,
      ) !== undefined;
  return isArchived ? "archived" : status;
};

/** Returns the range of a list; by default from now to the horizon. */
export function usualRange(ctx: Ctx): Range {
  const from = Math.floor(ctx.now().getTime() / 1000);
  return { from, to: from + settingsOf(ctx).horizonDays * 86_400 };
}
