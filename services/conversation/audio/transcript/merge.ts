import type { AudioEvent, Segment } from "../../../../store/audio/document.ts";

const OF_INPUT = "conversation.item.input_audio_transcription.";

type Item = {
  deltas: string;
  completed: AudioEvent | null;
  segments: AudioEvent[];
  failed: boolean;
  first: AudioEvent;
};

/**
 * Merges live events into segments by item, in the order in which items first appear. Completed text replaces its
 * deltas; a failed item is left out. The result does not depend on how events were portioned.
 */
export function mergeEvents(events: readonly AudioEvent[]): Segment[] {
  const items = new Map<string, Item>();
  for (const event of [...events].sort((a, b) => a.sequence - b.sequence)) {
    if (event.kind === "error" && event.itemId === undefined) continue;
    const name = event.type.startsWith(OF_INPUT) ? event.type.slice(OF_INPUT.length) : event.type;
    if (event.kind === "status") continue;
    const key = event.itemId ?? `#${event.sequence}`;
    const item = items.get(key) ?? { deltas: "", completed: null, segments: [], failed: false, first: event };
    items.set(key, item);
    if (event.kind === "error" || name === "failed") item.failed = true;
    else if (name === "segment") item.segments.push(event);
    else if (name === "completed" || event.final === true) item.completed = event;
    else item.deltas += event.delta ?? event.text ?? "";
  }
  return [...items].filter(([, { failed }]) => !failed).flatMap(([key, item]) => segmentsOf(key, item));
}

function segmentsOf(key: string, { deltas, completed, segments, first }: Item): Segment[] {
  if (segments.length > 0) {
    return segments.map((event, i) => segment(`${key}.${i + 1}`, event, event.text ?? event.delta ?? ""));
  }
  const text = completed ? completed.text ?? completed.delta ?? "" : deltas;
  return text.trim() === "" ? [] : [segment(key, completed ?? first, text)];
}

const segment = (id: string, { startMs, endMs, confidence, speaker }: AudioEvent, text: string): Segment => ({
  id,
  startMs: startMs ?? null,
  endMs: endMs ?? null,
  text: text.trim(),
  confidence: confidence ?? null,
  speaker: speaker ?? null,
  flags: confidence !== undefined && confidence < 0.5 ? ["low_confidence"] : [],
});
