/** Which part of a recording is requested. */
export type DecodeRequest = { fromMs: number; toMs: number; maxDurationMs: number; maxChannels: number };
