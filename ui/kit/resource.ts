import { type ReadonlySignal, signal } from "@preact/signals";
import { ApiError } from "../../client/client.ts";
import { messageOf } from "../../store/shared/message_of.ts";

/** Data of the service that is shown and kept up to date. */
export type Resource<Value> = {
  /** Null until the first response, and once the service no longer has it. */
  readonly value: ReadonlySignal<Value | null>;
  /** Why the last read failed; null if it succeeded. The previous value stays, unless it is gone. */
  readonly problem: ReadonlySignal<string | null>;
  /** Reads it again. If called during a read, reads once more after it. */
  refresh: () => Promise<void>;
  /** Sets the value, if another response contained it. */
  set: (value: Value) => void;
};

/**
 * Returns a resource that was not read yet. `asked` says what `read` asks for now, such as a filter: what answered something else
 * does not stay where it cannot be read.
 */
export function createResource<Value>(
  read: () => Promise<Value>,
  asked: () => unknown = () => "",
): Resource<Value> {
  const value = signal<Value | null>(null);
  const problem = signal<string | null>(null);
  let reading: Promise<void> | null = null;
  let again = false;
  /** What is being read may be older than what was set meanwhile. */
  let overtaken = false;
  const askedNow = () => JSON.stringify(asked());
  let answered = askedNow();
  const readOnce = async () => {
    const asking = askedNow();
    try {
      const found = await read();
      if (overtaken) return;
      value.value = found;
      answered = asking;
      problem.value = null;
    } catch (error) {
      if (overtaken) return;
      // What is erased does not stay on the screen.
      if (asking !== answered || error instanceof ApiError && error.status === 404) value.value = null;
      problem.value = messageOf(error);
    }
  };
  const readAll = async () => {
    do {
      again = overtaken = false;
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
    set: (next) => {
      value.value = next;
      answered = askedNow();
      if (reading) again = overtaken = true;
    },
  };
}
