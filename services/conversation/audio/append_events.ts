import type { AudioEvent } from "../../../store/audio/document.ts";
import { audioTextStream } from "../../../store/audio/text_stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { AppendAudioEventsInput, AudioEventInput } from "./event_schemas.ts";
import { showDetails } from "./get.ts";
import { AUDIO_LIMITS } from "./decode/limits.ts";
import { requireOpenSession } from "./read_model.ts";
import type { AudioSessionDetails } from "./session_schemas.ts";
import { defined } from "../../../store/shared/records.ts";

/** Stores events of live audio, all or none. One with a `clientEventId` that was sent before is stored once. */
export function appendAudioEvents(ctx: Ctx, id: string, input: AppendAudioEventsInput): AudioSessionDetails {
  const session = requireOpenSession(ctx, id);
  const fresh = unsent(ctx, id, "events" in input ? input.events : [input]);
  if (fresh.length > 0) {
    const text = ctx.store.documents.get(audioTextStream, id);
    const first = (text?.events ?? 0) + 1;
    const events: AudioEvent[] = fresh.map((event, i) => ({
      id: `${id}_${first + i}`,
      sequence: first + i,
      ...definite(event),
    }));
    requireRoom(first - 1 + events.length, (text?.eventBytes ?? 0) + JSON.stringify(events).length);
    record(ctx, audioTextStream, id, [{ type: "audio_text.events_appended", data: { events } }]);
  }
  return showDetails(ctx, session);
}

function unsent(ctx: Ctx, id: string, events: readonly AudioEventInput[]): AudioEventInput[] {
  const seen = new Set<string>();
  return events.filter(({ clientEventId }) => {
    if (clientEventId === undefined) return true;
    if (seen.has(clientEventId)) return false;
    seen.add(clientEventId);
    return ctx.store.projector.tables.get(
      "select 1 from {audio_events} where session_id = ? and client_event_id = ?",
      id,
      clientEventId,
    ) === undefined;
  });
}

/** Returns the event without absent fields. */
const definite = (event: AudioEventInput) => ({ ...defined(event), kind: event.kind, type: event.type });

function requireRoom(events: number, bytes: number): void {
  if (events > AUDIO_LIMITS.events || bytes > AUDIO_LIMITS.eventsBytes) {
    throw new InvalidError(
      `A session has at most ${AUDIO_LIMITS.events} events with ${AUDIO_LIMITS.eventsBytes} bytes in total. End it and create another one.`,
    );
  }
}
