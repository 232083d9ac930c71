import { sha256 } from "../../../store/chain.ts";
import type { RecordedFinding } from "../../../store/memory/housekeeping_streams.ts";
import { contradicts } from "../../../store/memory/statements.ts";
import { memoryRecordStream } from "../../../store/memory/stream.ts";
import type { SqlValue } from "../../../store/database.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { DAY } from "../../../store/shared/durations.ts";

/** How many findings of each kind a review lists. */
const MAX_FINDINGS = 100;
/** How many subjects with different values a review compares. */
const MAX_SUBJECTS = 200;
/** How many of the newest records of one subject are compared. */
const MAX_OF_SUBJECT = 20;

/** The search: one scope or all, and when a record counts as stale. */
export type FaultQuery = { scope?: string | undefined; staleAfterDays: number };

/** The findings of one kind, and whether there may be more. */
type Faults = { findings: RecordedFinding[]; truncated: boolean };

const NONE: SqlValue[] = [];
const scoped = ({ scope }: FaultQuery, column = "scope"): [string, SqlValue[]] =>
  scope === undefined ? ["", NONE] : [` and ${column} = ?`, [scope]];

/** Returns active records of one scope that contradict each other on the same subject, newest first. */
export function findContradictions(ctx: Ctx, query: FaultQuery): Faults {
  const { tables } = ctx.store.projector;
  const [where, values] = scoped(query);
  const subjects = tables.all<{ scope: string; scope_id: string; subject: string }>(
    `select scope, scope_id, subject from {memory_statements} where active = 1${where}
     group by scope, scope_id, subject having min(value) <> max(value) limit ?`,
    ...values,
    MAX_SUBJECTS + 1,
  );
  const found = new Map<string, RecordedFinding>();
  let isPartial = subjects.length > MAX_SUBJECTS;
  for (const { scope, scope_id, subject } of subjects.slice(0, MAX_SUBJECTS)) {
    const rows = tables.all<{ id: string; value: string }>(
      `select r.id, s.value from {memory_statements} s join {memory_records} r on r.sequence = s.record_sequence
       where s.active = 1 and s.scope = ? and s.scope_id = ? and s.subject = ?
       order by s.record_sequence desc limit ?`,
      scope,
      scope_id,
      subject,
      MAX_OF_SUBJECT + 1,
    );
    isPartial ||= rows.length > MAX_OF_SUBJECT;
    const newerOnes: typeof rows = [];
    for (const row of rows.slice(0, MAX_OF_SUBJECT)) {
      const newer = newerOnes.find((each) =>
        each.id !== row.id && contradicts(each.value, row.value) && areValidAtOnce(ctx, each.id, row.id)
      );
      if (newer) keep(found, finding("contradiction", [newer.id, row.id]));
      newerOnes.push(row);
    }
  }
  return cut([...found.values()], isPartial);
}

/** Returns whether there is a time at which two records hold. */
function areValidAtOnce({ store }: Pick<Ctx, "store">, ...ids: [string, string]): boolean {
  const [a, b] = ids.map((id) => store.documents.get(memoryRecordStream, id));
  const isOver = (one: typeof a, other: typeof a) =>
    one?.validTo !== undefined && other?.validFrom !== undefined && one.validTo <= other.validFrom;
  return !isOver(a, b) && !isOver(b, a);
}

/** Returns active records of one scope that say the same in the same words. */
export function findDuplicates(ctx: Ctx, query: FaultQuery): Faults {
  const { tables } = ctx.store.projector;
  const [where, values] = scoped(query);
  const groups = tables.all<{ scope: string; scope_id: string; statement_key: string }>(
    `select scope, scope_id, statement_key from {memory_records} where status = 'active'${where}
     group by scope, scope_id, statement_key having count(*) > 1 limit ?`,
    ...values,
    MAX_FINDINGS + 1,
  );
  return cut(groups.map(({ scope, scope_id, statement_key }) =>
    finding(
      "duplicate",
      tables.all<{ id: string }>(
        `select id from {memory_records} where status = 'active' and scope = ? and scope_id = ? and statement_key = ?
         order by sequence limit ?`,
        scope,
        scope_id,
        statement_key,
        MAX_OF_SUBJECT,
      ).map(({ id }) => id),
    )
  ));
}

/** Returns active records that have not been recorded or used for that long. */
export function findStale(ctx: Ctx, query: FaultQuery): Faults {
  const before = new Date(ctx.now().getTime() - query.staleAfterDays * DAY).toISOString();
  return findSingles(ctx, query, "stale", "touched_at", before);
}

/** Returns active records whose validity has ended. */
export const findExpired = (ctx: Ctx, query: FaultQuery): Faults =>
  findSingles(ctx, query, "expired", "valid_to", ctx.now().toISOString());

function findSingles(
  ctx: Ctx,
  query: FaultQuery,
  kind: RecordedFinding["kind"],
  column: "touched_at" | "valid_to",
  before: string,
): Faults {
  const [where, values] = scoped(query);
  const rows = ctx.store.projector.tables.all<{ id: string }>(
    `select id from {memory_records} where status = 'active' and ${column} < ?${where}
     order by ${column}, sequence limit ?`,
    before,
    ...values,
    MAX_FINDINGS + 1,
  );
  return cut(rows.map(({ id }) => finding(kind, [id])));
}

const finding = (kind: RecordedFinding["kind"], recordIds: string[]): RecordedFinding => ({
  id: `finding_${sha256([kind, ...recordIds.toSorted()].join("\n")).slice(0, 20)}`,
  kind,
  recordIds,
});

const keep = (found: Map<string, RecordedFinding>, one: RecordedFinding) => found.set(one.id, one);

const cut = (findings: RecordedFinding[], isPartial = false): Faults => ({
  findings: findings.slice(0, MAX_FINDINGS),
  truncated: isPartial || findings.length > MAX_FINDINGS,
});
