/** The sample rate that speech recognizers expect. */
export const SPEECH_RATE = 16_000;

/** Zero crossings of the filter on each side. */
const HALF_WIDTH = 8;
const PHASES = 64;

/**
 * Resamples any rate to 16 kHz as samples arrive, with a windowed sinc that passes what the lower rate can represent.
 * The same samples in other portions give the same result.
 */
export class Resampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #filter: Float32Array[];
  #kept = new Float32Array(0);
  /** Where the kept samples begin, and the next result is, on the input's axis. */
  #from = 0;
  #made = 0;

  constructor(readonly rate: number) {
    this.#step = rate / SPEECH_RATE;
    const widest = Math.max(1, this.#step);
    this.#reach = Math.ceil(HALF_WIDTH * widest);
    this.#filter = Array.from(
      { length: PHASES + 1 },
      (_, phase) => taps(phase / PHASES, this.#reach, widest),
    );
  }

  /** Adds samples; returns the results that they complete. */
  add(samples: Float32Array): Float32Array {
    return this.rate === SPEECH_RATE ? samples : this.#resample(samples, this.#reach);
  }

  /** Returns the remaining results at the end. */
  finish(): Float32Array {
    return this.rate === SPEECH_RATE
      ? new Float32Array(0)
      : this.#resample(new Float32Array(this.#reach), this.#reach);
  }

  #resample(samples: Float32Array, reach: number): Float32Array {
    const all = new Float32Array(this.#kept.length + samples.length);
    all.set(this.#kept);
    all.set(samples, this.#kept.length);
    const end = this.#from + all.length;
    const count = Math.max(0, Math.ceil((end - reach) / this.#step) - this.#made);
    const result = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const at = (this.#made + i) * this.#step;
      const whole = Math.floor(at);
      const taps = this.#filter[Math.round((at - whole) * PHASES)]!;
      const first = whole - reach + 1 - this.#from;
      let sum = 0;
      for (let tap = Math.max(0, -first); tap < taps.length; tap++) {
        sum += (all[first + tap] ?? 0) * taps[tap]!;
      }
      result[i] = sum;
    }
    this.#made += count;
    const keepFrom = Math.max(this.#from, Math.floor(this.#made * this.#step) - reach);
    this.#kept = all.slice(keepFrom - this.#from);
    this.#from = keepFrom;
    return result;
  }
}

/** Returns the filter for a result at `offset` after a sample; its sum is 1. */
function taps(offset: number, reach: number, widest: number): Float32Array {
  const values = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = (tap - reach + 1 - offset) / widest;
    if (Math.abs(distance) >= HALF_WIDTH) return 0;
    const window = 0.5 + 0.5 * Math.cos(Math.PI * distance / HALF_WIDTH);
    return window * (distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance));
  });
  const sum = values.reduce((total, value) => total + value, 0);
  return values.map((value) => value / sum);
}
