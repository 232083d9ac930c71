import type { RecordKind } from "../../../store/coordinator/records_view.ts";
import { EVENT_COLUMNS, eventOfRow, type EventRow, type StoredEvent } from "../../../store/event.ts";
import type { Core } from "../../ground/kernel/context.ts";

const COLUMNS = EVENT_COLUMNS.map((column) => `e.${column}`).join(", ");

type Reader = Pick<Core, "store">;

/** Returns the events of one list of a conversation, newest first. */
export function recordsOf(
  ctx: Reader,
  conversationId: string,
  kind: RecordKind,
  page: { limit: number; offset?: number },
): StoredEvent[] {
  return ctx.store.projector.tables.all<EventRow>(
    `select ${COLUMNS} from {conversation_records} r join events e on e.seq = r.sequence
     where r.conversation_id = ? and r.kind = ? and e.data is not null order by r.sequence desc limit ? offset ?`,
    conversationId,
    kind,
    page.limit,
    page.offset ?? 0,
  ).map(eventOfRow);
}

/** Returns the length of one list of a conversation. Walks only its own index entries. */
export function countRecords(ctx: Reader, conversationId: string, kind: RecordKind): number {
  return ctx.store.projector.tables.get<{ n: number }>(
    "select count(*) as n from {conversation_records} where conversation_id = ? and kind = ?",
    conversationId,
    kind,
  )!.n;
}

/** Returns the id of an event's resource. */
export const idOf = (event: StoredEvent): string => event.stream.slice(event.stream.indexOf("/") + 1);
