import { InvalidError, type ServiceError, UnavailableError } from "../services/errors.ts";

/** What a client may cost while its body is on the way. */
export type BodyLimits = {
  /** How long a body may pause. */
  pauseMilliseconds: number;
  /** How long any body may take; a larger one gets the time that it needs at the slowest rate besides. */
  wholeMilliseconds: number;
  minBytesPerSecond: number;
  /** How many bytes of incomplete bodies are held at once. */
  maxBytesHeld: number;
};

const LIMITS: BodyLimits = {
  pauseMilliseconds: 30_000,
  wholeMilliseconds: 120_000,
  minBytesPerSecond: 64 * 1024,
  maxBytesHeld: 64 * 1024 * 1024,
};

/** A body on the way. `giveUp` ends the reading with the error. */
type Reading = { bytes: number; giveUp: (error: ServiceError) => void };

/** Reads bodies within limits of size, time and memory that all requests share. */
export class BodyReader {
  /** The body that has been silent longest comes first. */
  readonly #readings = new Set<Reading>();
  #bytesHeld = 0;

  constructor(readonly limits: BodyLimits = LIMITS) {}

  /**
   * Returns the whole body. Throws `InvalidError` for one that is larger than `limit` or too slow, and `UnavailableError` when
   * incomplete bodies need more memory than there is for them: those that have been silent longest are given up first.
   */
  async read(request: Request, limit: number): Promise<Uint8Array> {
    if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
    if (!request.body) return new Uint8Array();
    const source = request.body.getReader();
    const chunks: Uint8Array[] = [];
    let error: ServiceError | null = null;
    const reading: Reading = {
      bytes: 0,
      giveUp: (cause) => {
        error ??= cause;
        source.cancel(cause).catch(() => {}); // the connection may be gone
      },
    };
    const clock = this.#watch(reading, limit);
    try {
      for (;;) {
        const { done, value } = await source.read();
        if (error !== null) throw error;
        if (done) return joined(chunks, reading.bytes);
        chunks.push(value);
        clock.heard();
        this.#hold(reading, value.length);
        if (reading.bytes > limit) reading.giveUp(tooLarge(limit));
        if (error !== null) throw error;
      }
    } catch (cause) {
      throw error ?? new InvalidError("The body ended before it was complete. Send it again.", { cause });
    } finally {
      clock.stop();
      this.#readings.delete(reading);
      this.#bytesHeld -= reading.bytes;
    }
  }

  /** Counts what has arrived, and gives up other bodies for it where necessary. */
  #hold(reading: Reading, bytes: number): void {
    reading.bytes += bytes;
    this.#bytesHeld += bytes;
    this.#readings.delete(reading);
    this.#readings.add(reading);
    let excess = this.#bytesHeld - this.limits.maxBytesHeld;
    for (const silent of this.#readings) {
      if (excess <= 0) return;
      excess -= silent.bytes;
      silent.giveUp(
        new UnavailableError("Too many bodies are on the way at once, and this one waited. Send it again."),
      );
    }
  }

  /** Gives a body up that pauses or takes too long. */
  #watch(reading: Reading, limit: number): { heard: () => void; stop: () => void } {
    const { pauseMilliseconds, wholeMilliseconds, minBytesPerSecond } = this.limits;
    const begun = performance.now();
    const end = begun + wholeMilliseconds + (limit / minBytesPerSecond) * 1000;
    let heardAt = begun;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = performance.now();
      if (now >= end) return reading.giveUp(tooSlow(`took longer than ${seconds(end - begun)}`));
      if (now >= heardAt + pauseMilliseconds) {
        return reading.giveUp(tooSlow(`stopped for ${seconds(pauseMilliseconds)}`));
      }
      timer = setTimeout(look, Math.min(end, heardAt + pauseMilliseconds) - now);
    };
    look();
    return { heard: () => void (heardAt = performance.now()), stop: () => clearTimeout(timer) };
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const tooLarge = (limit: number) =>
  new InvalidError(`The body is larger than ${limit} bytes, which is the limit here.`);

const tooSlow = (what: string) => new InvalidError(`The body ${what} and was given up. Send it again.`);

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} seconds`;
