const MIB = 1024 * 1024;

/** The limits of audio (connectors, Limits). */
export const AUDIO_LIMITS = {
  /** Of one request: 24 MiB of audio in base64, plus the rest of the request. */
  bodyBytes: 32 * MIB,
  callBytes: 24 * MIB,
  sessionBytes: 512 * MIB,
  durationMs: 4 * 60 * 60 * 1000,
  channels: 2,
  /** Sessions that are recording at the same time: those that got a part in the last minute. */
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
  /** The most that a transcription may print or write. */
  outputBytes: 8 * MIB,
  clipMs: 120_000,
  attempts: 3,
  /** Of one session. */
  transcriptions: 100,
} as const;

/**
 * Returns the time limit of a transcription program: the operator's setting, or four times the length of the recording,
 * between a minute and two hours.
 */
export const engineTimeout = (durationMs: number, maxSeconds: number | null): number =>
  maxSeconds === null ? Math.min(Math.max(60_000, 4 * durationMs), 2 * 60 * 60 * 1000) : maxSeconds * 1000;

/** How many transcriptions run at the same time. */
export const transcriptionsAtOnce = (cores: number): number => cores >= 4 ? 2 : 1;
