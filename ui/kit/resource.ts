import { type ReadonlySignal, signal } from "@preact/signals";

/** Something that is read from the service and shown, and read again when it has changed. */
export type Resource<Value> = {
  /** Null until the first answer is there. */
  readonly value: ReadonlySignal<Value | null>;
  /** Why the newest reading failed; what was read before is still shown. */
  readonly problem: ReadonlySignal<string | null>;
  /** Reads it again. If called during a read, reads once more after it. */
  refresh: () => Promise<void>;
  /** Takes a value that another answer brought along. */
  set: (value: Value) => void;
};

/** A resource that nothing has been read of yet. */
export function createResource<Value>(read: () => Promise<Value>): Resource<Value> {
  const value = signal<Value | null>(null);
  const problem = signal<string | null>(null);
  let reading: Promise<void> | null = null;
  let again = false;
  const readOnce = async () => {
    try {
      value.value = await read();
      problem.value = null;
    } catch (error) {
      problem.value = sentenceOf(error);
    }
  };
  const readAll = async () => {
    do {
      again = false;
      await readOnce();
    } while (again);
    reading = null;
  };
  return {
    value,
    problem,
    refresh: () => {
      if (reading) again = true;
      return reading ??= readAll();
    },
    set: (next) => value.value = next,
  };
}

/** What went wrong, for the person. */
export const sentenceOf = (error: unknown): string =>
  error instanceof TypeError
    ? "The service does not answer. Retrying."
    : error instanceof Error
    ? error.message
    : String(error);
