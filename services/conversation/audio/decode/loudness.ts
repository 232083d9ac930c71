import { SPEECH_RATE } from "./resample.ts";

/** A span of a recording in milliseconds. */
export type Span = readonly [startMs: number, endMs: number];

const FRAME_MS = 30;
const FRAME = SPEECH_RATE * FRAME_MS / 1000;
/** Quieter than this is always silence; louder than the second is always speech. */
const SILENT_DB = -50;
const LOUD_DB = -25;
/** How far speech rises above the background. */
const RISE_DB = 10;
/** The longest pause within speech, and the shortest sound that is not a click. */
const MAX_PAUSE_MS = 300;
const MIN_SPEECH_MS = 60;

/** Measures the loudness of a recording as its samples arrive, and finds where it rises above its own background. */
export class Loudness {
  readonly #levels: number[] = [];
  #sum = 0;
  #count = 0;

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample * sample;
      if (++this.#count < FRAME) continue;
      this.#levels.push(Math.max(-100, 10 * Math.log10(this.#sum / FRAME + 1e-12)));
      this.#sum = this.#count = 0;
    }
  }

  /** Returns the spans that are louder than the background, including pauses between words. */
  spans(): Span[] {
    const sorted = [...this.#levels].sort((a, b) => a - b);
    const background = sorted[Math.floor(sorted.length / 10)] ?? -100;
    const threshold = Math.min(Math.max(background + RISE_DB, SILENT_DB), LOUD_DB);
    const spans: [number, number][] = [];
    for (const [frame, level] of this.#levels.entries()) {
      if (level < threshold) continue;
      const last = spans.at(-1);
      const [start, end] = [frame * FRAME_MS, (frame + 1) * FRAME_MS];
      if (last && start - last[1] <= MAX_PAUSE_MS) last[1] = end;
      else spans.push([start, end]);
    }
    return spans.filter(([start, end]) => end - start >= MIN_SPEECH_MS);
  }
}
