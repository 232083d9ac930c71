const MIB = 1024 * 1024;

/** What audio may take (connectors, Limits). */
export const AUDIO_LIMITS = {
  /** Of one request: 24 MiB of audio in base64, and what stands around it. */
  bodyBytes: 32 * MIB,
  callBytes: 24 * MIB,
  sessionBytes: 512 * MIB,
  durationMs: 4 * 60 * 60 * 1000,
  channels: 2,
  /** Sessions whose recording comes in at once: those that got a part in the last minute. */
  recording: 4,
  recordingMs: 60_000,
  parts: 20_000,
  eventsPerCall: 100,
  eventBytes: 8 * 1024,
  events: 20_000,
  /** Of all live events of a session. */
  eventsBytes: 16 * MIB,
  textBytes: 2 * MIB,
  segments: 20_000,
  decodeMs: 30_000,
  decodeMemoryBytes: 1536 * MIB,
  /** What a transcription may print, and the file that it may write. */
  outputBytes: 8 * MIB,
  clipMs: 120_000,
  attempts: 3,
  /** Of one session. */
  transcriptions: 100,
} as const;

/**
 * How long a transcription program may take for a recording: what the operator set, or else four times its length, a minute at
 * least, two hours at most.
 */
export const engineTimeout = (durationMs: number, maxSeconds: number | null): number =>
  maxSeconds === null ? Math.min(Math.max(60_000, 4 * durationMs), 2 * 60 * 60 * 1000) : maxSeconds * 1000;

/** How many transcriptions go on at once. */
export const transcriptionsAtOnce = (cores: number): number => cores >= 4 ? 2 : 1;
