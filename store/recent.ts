/**
 * What was read or folded lately, frozen, because it is shared. Bounded by the number of entries and by their weight; what
 * was kept for the longest time goes first. Whoever undoes writes clears it: what is kept may be from the undone ones.
 */
export class Recent<Value extends object> {
  readonly #entries = new Map<string, { value: Value; weight: number }>();
  #weight = 0;

  constructor(readonly mostEntries: number, readonly mostWeight: number = Infinity) {}

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: string, value: Value, weight = 1): void {
    this.delete(key);
    this.#entries.set(key, { value: freeze(value), weight });
    this.#weight += weight;
    while (this.#entries.size > this.mostEntries || this.#weight > this.mostWeight) {
      this.delete(this.#entries.keys().next().value!);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}

/** Freezes all of it but bytes, which cannot be. What is frozen already was frozen as a whole. */
function freeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const key in value) {
    const part = value[key];
    if (typeof part === "object" && part !== null) freeze(part);
  }
  return Object.freeze(value);
}
