/**
 * A cache of what was recently read or folded, frozen because it is shared. Bounded by the number of entries and their
 * weight; the oldest go first. Clear it when writes are undone: its entries may come from them.
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
    if (this.#entries.size > this.mostEntries || this.#weight > this.mostWeight) this.#drop();
  }

  /** Drops the oldest, an eighth at once: a map finds its first key by stepping over all that were deleted before it. */
  #drop(): void {
    const [entries, weight] = [this.mostEntries - (this.mostEntries >> 3), this.mostWeight * 7 / 8];
    for (const key of this.#entries.keys()) {
      if (this.#entries.size <= entries && this.#weight <= weight) return;
      this.delete(key);
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

/** Freezes everything except bytes, which cannot be frozen. What is frozen already was frozen completely. */
function freeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  for (const key in value) {
    const part = value[key];
    if (typeof part === "object" && part !== null) freeze(part);
  }
  return Object.freeze(value);
}
