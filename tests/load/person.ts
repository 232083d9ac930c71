import assert from "node:assert/strict";

/** What a person's dashboard asks for on its main pages. */
export const PAGES: readonly string[] = [
  "/dashboard",
  "/dashboard/command-center",
  "/runs?limit=50",
  "/runs/counts",
  "/approvals/queue",
  "/notifications",
  "/control-plane/status",
  "/trends",
  "/workers",
];

/** A person looks at a page, then at the next. */
const PAUSE_MILLISECONDS = 40;

/** One request and how long its answer took. */
type Read = { path: string; milliseconds: number };

/** A person who looks at one page of the dashboard after the other, until told to stop. */
export class Person {
  readonly reads: Read[] = [];
  #isGone = false;
  readonly #reading: Promise<void>;

  /** `url` gives the address of the service, or null while there is none: then nothing is asked. */
  constructor(readonly url: () => string | null, readonly pages: readonly string[] = PAGES) {
    this.#reading = this.#read();
    this.#reading.catch(() => {}); // thrown where it is awaited
  }

  /** Resolves when the last answer is there. Throws what went wrong. */
  async leave(): Promise<void> {
    this.#isGone = true;
    await this.#reading;
  }

  /** What each page took, a line each. */
  lines(): string[] {
    return this.pages.map((path) => {
      const own = this.reads.filter((read) => read.path === path).map(({ milliseconds }) => milliseconds);
      return `  GET ${path}: ${own.length} times, p50 ${rank(own, 0.5)} ms, most ${rank(own, 1)} ms`;
    });
  }

  /** The milliseconds of all requests. */
  get times(): number[] {
    return this.reads.map(({ milliseconds }) => milliseconds);
  }

  async #read(): Promise<void> {
    for (let at = 0; !this.#isGone; at++) {
      const [url, path] = [this.url(), this.pages[at % this.pages.length]!];
      if (url !== null) await this.#look(url, path);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }

  async #look(url: string, path: string): Promise<void> {
    const sentAt = performance.now();
    try {
      const response = await fetch(url + path);
      const text = await response.text();
      assert.ok(response.ok, `${path}: ${response.status} ${text.slice(0, 300)}`);
      this.reads.push({ path, milliseconds: performance.now() - sentAt });
    } catch (cause) {
      // Whoever was killed meanwhile does not answer.
      if (cause instanceof assert.AssertionError || this.url() === url) throw cause;
    }
  }
}

/** The number below which so many of them are, rounded to tenths; 0 of none. */
export function rank(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

/** p50, p99 and the most, as words. */
export const spread = (numbers: readonly number[]): string =>
  `p50 ${rank(numbers, 0.5)} ms, p99 ${rank(numbers, 0.99)} ms, most ${rank(numbers, 1)} ms`;
