import { InvalidError, type ServiceError, UnavailableError } from "../services/ground/kernel/errors.ts";

/** What a client may cost while its body is arriving. */
export type BodyLimits = {
  /** How long a body may pause. */
  pauseMilliseconds: number;
  /** How long a body may take; a larger limit adds the time that it needs at the slowest rate. */
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

/** Up to this size a body is read in one piece, which is cheapest; most are small. */
const PIECE_BYTES = 16 * 1024;

/** A body that is arriving. `giveUp` stops reading it with an error. */
type Reading = { bytes: number; heardAt: number; end: number; giveUp: (error: ServiceError) => void };

/** Reads bodies within limits on size, time and memory that all requests share. */
export class BodyReader {
  /** Ordered by silence, longest first. */
  readonly #readings = new Set<Reading>();
  #bytesHeld = 0;

  constructor(readonly limits: BodyLimits = LIMITS) {}

  /**
   * Returns the whole body. Throws `InvalidError` if it is larger than `limit`, ends early or is too slow, and
   * `UnavailableError` if incomplete bodies need too much memory; the ones that have been silent longest are dropped first.
   */
  async read(request: Request, limit: number): Promise<Uint8Array> {
    const declared = request.headers.get("content-length");
    if (declared !== null && Number(declared) > limit) throw tooLarge(limit);
    const abandoned = Promise.withResolvers<never>();
    abandoned.promise.catch(() => {}); // it may be dropped when no one is waiting for it
    const now = performance.now();
    const time = this.limits.wholeMilliseconds + (limit / this.limits.minBytesPerSecond) * 1000;
    const reading: Reading = { bytes: 0, heardAt: now, end: now + time, giveUp: abandoned.reject };
    this.#readings.add(reading);
    try {
      if (declared === null || Number(declared) > PIECE_BYTES) {
        return await this.#readPieces(request, limit, reading, abandoned.promise);
      }
      this.#hold(reading, Number(declared));
      return await Promise.race([wholeBody(request), abandoned.promise]);
    } finally {
      this.#readings.delete(reading);
      this.#bytesHeld -= reading.bytes;
    }
  }

  async #readPieces(
    request: Request,
    limit: number,
    reading: Reading,
    given: Promise<never>,
  ): Promise<Uint8Array> {
    const source = request.body?.getReader();
    const pieces: Uint8Array[] = [];
    try {
      while (source) {
        const { done, value } = await Promise.race([source.read().catch(endedEarly), given]);
        if (done) break;
        pieces.push(value);
        this.#hold(reading, value.length);
        if (reading.bytes > limit) throw tooLarge(limit);
      }
      return joined(pieces, reading.bytes);
    } catch (cause) {
      source?.cancel(cause).catch(() => {}); // the connection may be gone
      throw cause;
    }
  }

  /** Counts what has arrived, and drops other bodies if necessary. */
  #hold(reading: Reading, bytes: number): void {
    reading.bytes += bytes;
    reading.heardAt = performance.now();
    this.#bytesHeld += bytes;
    this.#readings.delete(reading);
    this.#readings.add(reading);
    let excess = this.#bytesHeld - this.limits.maxBytesHeld;
    if (excess <= 0) return;
    for (const silent of this.#readings) {
      excess -= silent.bytes;
      silent.giveUp(crowded());
      if (excess <= 0) return;
    }
  }

  /** Drops the body that has been silent longest, if it has been since `before` (by `performance.now()`). */
  giveUpOne(before: number): void {
    const [silent] = this.#readings;
    if (silent && silent.heardAt <= before) silent.giveUp(crowded());
  }

  /** Drops the bodies that have paused or taken too long. The HTTP server calls it repeatedly. */
  giveUpSlow(): void {
    const now = performance.now();
    for (const { heardAt, end, giveUp } of this.#readings) {
      if (now >= end) giveUp(tooSlow("took too long to arrive"));
      else if (now >= heardAt + this.limits.pauseMilliseconds) giveUp(tooSlow("stopped arriving"));
    }
  }
}

const wholeBody = (request: Request): Promise<Uint8Array> => request.bytes().catch(endedEarly);

function endedEarly(cause: unknown): never {
  throw new InvalidError("The body ended early. Send it again.", { cause });
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

const tooLarge = (limit: number) => new InvalidError(`The body is larger than the limit of ${limit} bytes.`);

const tooSlow = (what: string) =>
  new InvalidError(`The body ${what}, so the service stopped reading it. Send it again.`);

const crowded = () =>
  new UnavailableError("Too many request bodies are arriving at once. Send this one again.");
