import type { ConversationEvent, Turn } from "../types.ts";

/** An item of a conversation: an exchange, or another event in it. */
export type ThreadItem =
  | { kind: "turn"; id: string; sequence: number; turn: Turn }
  | { kind: "entry"; id: string; sequence: number; entry: ConversationEvent };

/** The kinds of entries that are shown elsewhere: in the exchanges, the head or the files. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  "message.created",
  "message.completed",
  "conversation.created",
  "conversation.attachment_added",
]);

/**
 * The exchanges that were read, oldest first, with what else happened since the oldest of them. With `hasMore`, older exchanges exist, and entries from before the shown ones are left out.
 */
export function threadOf(
  turns: readonly Turn[],
  entries: readonly ConversationEvent[],
  hasMore: boolean,
): ThreadItem[] {
  const ordered = turns.toSorted((a, b) => a.sequence - b.sequence);
  const from = hasMore ? ordered[0]?.sequence ?? 0 : 0;
  const items: ThreadItem[] = ordered.map((turn) => ({
    kind: "turn",
    id: turn.id,
    sequence: turn.sequence,
    turn,
  }));
  const ofTurn = withinTurns(ordered, entries);
  for (const entry of entries) {
    if (SHOWN_ELSEWHERE.has(entry.type) || entry.sequence < from || ofTurn(entry)) continue;
    items.push({ kind: "entry", id: entry.id, sequence: entry.sequence, entry });
  }
  return items.sort((a, b) => a.sequence - b.sequence);
}

/** Returns a test of whether an entry belongs to an exchange: after its message and before its answer. */
function withinTurns(
  turns: readonly Turn[],
  entries: readonly ConversationEvent[],
): (entry: ConversationEvent) => boolean {
  const said = entries.filter(({ type }) => type === "message.created").map(({ sequence }) => sequence);
  const spans = turns.flatMap(({ sequence }) => {
    const from = said.findLast((start) => start < sequence);
    return from === undefined ? [] : [{ from, to: sequence }];
  });
  return ({ sequence }) => spans.some(({ from, to }) => sequence > from && sequence < to);
}
