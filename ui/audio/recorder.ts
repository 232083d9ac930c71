import { type ReadonlySignal, signal } from "@preact/signals";
import type { Frame } from "../shell/mod.ts";
import { beginUpload } from "./upload.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** The interval at which recorded sound is sent. A crash loses no more than this. */
const PART_MILLISECONDS = 1000;
const METER_MILLISECONDS = 60;

/** Unprocessed sound: the filters for calls remove what speech recognition needs. */
const UNPROCESSED = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: 1,
};

/** The recorder of the microphone. */
export type Recorder = {
  readonly state: ReadonlySignal<"idle" | "starting" | "recording" | "finishing">;
  /** The current loudness, from 0 to 1. */
  readonly level: ReadonlySignal<number>;
  readonly startedAt: ReadonlySignal<string | null>;
  readonly problem: ReadonlySignal<string | null>;
  /** Asks for the microphone and records into a new session, whose id `made` receives. */
  start: (made: (sessionId: string) => void) => Promise<void>;
  /** Ends the recording, which is then transcribed. */
  stop: () => void;
};

/** Returns why this page cannot record, or null if it can. Browsers give the microphone only to secure pages. */
export const cannotRecord = (): string | null =>
  !globalThis.isSecureContext
    ? "The browser allows the microphone only for pages on this machine or over HTTPS."
    : !navigator.mediaDevices || !("MediaRecorder" in globalThis)
    ? "This browser cannot record."
    : null;

/** Returns the recorder of the page. */
export function createRecorder(frame: Pick<Frame, "call">): Recorder {
  const state = signal<"idle" | "starting" | "recording" | "finishing">("idle");
  const level = signal(0);
  const startedAt = signal<string | null>(null);
  const problem = signal<string | null>(null);
  let recorder: MediaRecorder | null = null;

  const record = async (stream: MediaStream, made: (sessionId: string) => void) => {
    const { id } = await frame.call("POST /audio-sessions", {
      body: { kind: "transcription", source: "microphone", consent: { obtained: true, by: "the operator" } },
    });
    const one = new MediaRecorder(stream);
    const media = { sessionId: id, name: "recording", mediaType: one.mimeType };
    const stopped = Promise.withResolvers<void>();
    const upload = beginUpload(frame, media, (error) => {
      problem.value = messageOf(error);
      if (one.state !== "inactive") one.stop();
    });
    one.ondataavailable = ({ data }) => upload.add(data);
    one.onstop = () => stopped.resolve();
    one.start(PART_MILLISECONDS);
    recorder = one;
    startedAt.value = new Date().toISOString();
    state.value = "recording";
    made(id);
    const silence = measure(stream, level);
    await stopped.promise;
    silence();
    state.value = "finishing";
    await upload.finish();
  };

  return {
    state,
    level,
    startedAt,
    problem,
    start: async (made) => {
      if (state.value !== "idle") return;
      state.value = "starting";
      problem.value = null;
      let stream: MediaStream | null = null;
      try {
        stream = await navigator.mediaDevices.getUserMedia({ audio: UNPROCESSED });
        await record(stream, made);
      } catch (error) {
        problem.value = error instanceof DOMException && error.name === "NotAllowedError"
          ? "The browser blocked the microphone. Allow it for this page and try again."
          : messageOf(error);
      } finally {
        for (const track of stream?.getTracks() ?? []) track.stop();
        [state.value, startedAt.value, level.value, recorder] = ["idle", null, 0, null];
      }
    },
    stop: () => recorder?.state === "recording" && recorder.stop(),
  };
}

/** Measures the loudness of a microphone. Returns a function that ends it. */
function measure(stream: MediaStream, level: { value: number }): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  context.createMediaStreamSource(stream).connect(analyser);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // From -60 dB to 0 dB, because loudness is perceived logarithmically.
    level.value = Math.min(1, Math.max(0, 1 + 10 * Math.log10(power + 1e-9) / 60));
  }, METER_MILLISECONDS);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}
