/** A promise that a service did not keep after a power cut. Faults of one class have the same words. */
export type Fault = { readonly class: string; readonly detail: string };

/** Collects the faults of one image. */
export class Faults {
  readonly all: Fault[] = [];
  /** How often something that was acknowledged was looked up. */
  lookUps = 0;

  add(what: string, detail: string): void {
    this.all.push({ class: what, detail });
  }

  /** Looks one thing up, and adds a fault where it is not as it should be. */
  look(kept: boolean, what: string, detail: string): void {
    this.lookUps++;
    if (!kept) this.add(what, detail);
  }
}

/** Returns a sentence without what differs from run to run: ids, hashes, numbers and paths. */
export const withoutNames = (sentence: string): string =>
  sentence.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/\/[\w./-]{3,}/g, "…").replaceAll(
    /\b[0-9a-f]{12,}\b/g,
    "…",
  )
    .replaceAll(/\b[a-z]+_[0-9a-z]{10,}\b/g, "…").replaceAll(/\d+/g, "N").replaceAll(/\s+/g, " ").slice(
      0,
      110,
    );
