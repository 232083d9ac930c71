import { SANDBOX } from "../sandbox.ts";
import { writeExecutable } from "../executable.ts";
import { join } from "node:path";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { Harness, type HarnessOptions } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

/** A session as its own page shows it. */
export type Session = Result<Api["GET /audio-sessions/:id"]>;

const RATE = 16_000;

/** A WAV file: for each entry as many seconds of a tone (1) or of silence (0). */
export function speech(...seconds: (0 | 1)[]): Uint8Array {
  const samples = seconds.flatMap((loud) =>
    Array.from({ length: RATE }, (_, i) => loud * Math.round(9000 * Math.sin(2 * Math.PI * 440 * i / RATE)))
  );
  return wav(Int16Array.from(samples), RATE, 1);
}

/** A WAV file of 16-bit samples. */
export function wav(samples: Int16Array, rate: number, channels: number): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  text(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, i) => view.setInt16(44 + i * 2, sample, true));
  return bytes;
}

/** A program for `AGENT_HARNESS_TRANSCRIBE_COMMAND`, written as a shell script. Its directory goes with the test. */
export function scriptEngine(script: string): { command: string[]; directory: string } & Disposable {
  const directory = temporaryDirectory();
  const path = join(directory, "engine");
  writeExecutable(path, `#!/bin/sh\n${script}\n`);
  return {
    command: [path, "{input}"],
    directory,
    [Symbol.dispose]: () => Deno.removeSync(directory, { recursive: true }),
  };
}

/** A service with a transcription program; without one, with none. Where this machine has no sandbox it runs without. */
export const audioHarness = (
  command: readonly string[] | null,
  options: HarnessOptions = {},
  directory?: string,
): Promise<Harness> =>
  Harness.open({
    transcription: {
      command,
      unconfined: SANDBOX === null && options.sandbox === undefined,
      maxSeconds: null,
    },
    ...options,
  }, directory);

/** A session that may store recordings. */
export const openSession = (h: Harness, more: Partial<{ retentionDays: number; title: string }> = {}) =>
  h.operator("POST /audio-sessions", {
    body: { kind: "transcription", consent: { obtained: true }, ...more },
  });

/** Sends a recording whole. */
export const send = (h: Harness, id: string, bytes: Uint8Array) =>
  h.operator("POST /audio-sessions/:id/transcriptions", {
    params: { id },
    body: {
      mode: "local",
      audio: { name: "a.wav", mediaType: "audio/wav", contentBase64: bytes.toBase64() },
    },
  });

/** The session once nothing is worked on any more. */
export async function settled(h: Harness, id: string): Promise<Session> {
  await h.service.audio.idle();
  return await h.operator("GET /audio-sessions/:id", { params: { id } });
}
