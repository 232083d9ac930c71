/** What of a recording is wanted. */
export type DecodeRequest = { fromMs: number; toMs: number; maxDurationMs: number; maxChannels: number };
