import { type ReadonlySignal, useSignal } from "@preact/signals";
import { messageOf } from "../../../store/shared/message_of.ts";

/** A request that the user makes, one at a time. */
type FormAttempt = {
  readonly busy: ReadonlySignal<boolean>;
  /** Why the last attempt failed; null otherwise. */
  readonly problem: ReadonlySignal<string | null>;
  /** Runs `work`, unless another is running. A failure is shown as the problem, and is not thrown. */
  attempt: (work: () => Promise<unknown>) => Promise<void>;
};

/** Returns the state of the requests of a form: whether one is in progress, and why the last one failed. */
export function useAttempt(): FormAttempt {
  const busy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    if (busy.value) return;
    busy.value = true;
    problem.value = null;
    try {
      await work();
    } catch (error) {
      problem.value = messageOf(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, attempt };
}
