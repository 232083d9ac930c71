import type { StoredEvent } from "../../../store/event.ts";
import { TooMuchError } from "./errors.ts";
import { envelopeOf, type Ephemeral, ephemeralEnvelopeOf } from "./envelope.ts";

/** A chunk ends with the frame that makes it longer, so that a slow subscriber costs little memory. */
const MAX_CHUNK_BYTES = 64 * 1024;

/** After so many seconds, a subscriber that was refused may find a place. */
const PLACE_SECONDS = 30;

/** An event as a stream sends it. */
export type EventFrame = { seq: number; bytes: Uint8Array; conversationId?: string | undefined };

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Says how long to wait before reconnecting, in milliseconds. */
export const RETRY: Uint8Array = encodeText("retry: 3000\n\n");

/** A comment, which says that the connection is alive. */
export const HEARTBEAT: Uint8Array = encodeText(": still here\n\n");

/** A comment is sent after this long without anything else, so that both sides detect a dead connection. */
export const HEARTBEAT_MILLISECONDS = 15_000;

/** Returns the frame of an event of an installation. */
export function frameOf(event: StoredEvent, installation: string): EventFrame {
  const data = JSON.stringify(envelopeOf(event, installation));
  const bytes = encodeText(`id: ${event.seq}\nevent: ${event.type}\ndata: ${data}\n\n`);
  return { seq: event.seq, bytes, conversationId: event.conversationId };
}

/** Returns what is sent of something that is not stored. */
export function ephemeralFrame(ephemeral: Ephemeral, installation: string, number: number): Uint8Array {
  const envelope = ephemeralEnvelopeOf(ephemeral, installation, number);
  return encodeText(`event: ${ephemeral.type}\ndata: ${JSON.stringify(envelope)}\n\n`);
}

/** Returns the frames of one chunk: whole ones, and at least one. */
export function startOf(page: readonly EventFrame[]): readonly EventFrame[] {
  let bytes = 0;
  const end = page.findIndex((frame) => (bytes += frame.bytes.length) > MAX_CHUNK_BYTES);
  return end === -1 ? page : page.slice(0, end + 1);
}

/** Returns the bytes of frames on end. */
export function concat(frames: readonly EventFrame[]): Uint8Array {
  const bytes = new Uint8Array(frames.reduce((sum, frame) => sum + frame.bytes.length, 0));
  let at = 0;
  for (const frame of frames) {
    bytes.set(frame.bytes, at);
    at += frame.bytes.length;
  }
  return bytes;
}

/** Returns the refusal of one stream more than there may be. */
export const tooManyStreams = (most: number): TooMuchError =>
  new TooMuchError(
    `${most} event streams are open, and no more may be: the other connections are for requests. Close some, or raise AGENT_HARNESS_MAX_CONNECTIONS and restart the service.`,
    PLACE_SECONDS,
  );
