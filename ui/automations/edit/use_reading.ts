import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useFrame } from "../../shell/mod.ts";
import { type AutomationDraft, readInputOf, type TriggerReading } from "./draft.ts";

/** What the service says of the words: how it reads them, or why it does not; null before it has answered. */
type Verdict = { reading: TriggerReading } | { refusal: string } | null;

/** The pause after the last key press before the service is asked. */
const PAUSE_MILLISECONDS = 200;

/** Asks the service what it reads, while one types. A late answer to earlier words is dropped. */
export function useReading({ when, timezone }: Pick<AutomationDraft, "when" | "timezone">): Verdict {
  const { call } = useFrame();
  const verdict = useSignal<Verdict>(null);
  useEffect(() => {
    const body = readInputOf({ when, timezone });
    if (body === null) return void (verdict.value = null);
    let isCurrent = true;
    const take = (next: Verdict) => isCurrent && (verdict.value = next);
    const timer = setTimeout(() =>
      call("POST /automations/read-trigger", { body }).then(
        (reading) => take({ reading }),
        (cause: Error) => take({ refusal: cause.message }),
      ), PAUSE_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [when, timezone]);
  return verdict.value;
}
