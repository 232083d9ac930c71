import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { useFrame } from "../shell/mod.ts";
import type { OverviewState } from "../shell/overview.ts";

type Need = OverviewState["needsMe"][number];

/** The actions on an item that need no review. Approving needs the review. */
export function NeedActions({ need }: { need: Need }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const act = async (work: () => Promise<unknown>, done: string) => {
    busy.value = true;
    await toasts.attempt(work, () => done);
    busy.value = false;
  };
  const { kind, runId, notificationId } = need;
  if (kind === "paused" && runId) {
    return (
      <Button
        busy={busy.value}
        onPress={() =>
          act(() => call("POST /runs/:id/resume", { params: { id: runId } }), "The run was resumed.")}
      >
        Resume
      </Button>
    );
  }
  if (kind === "security" && notificationId) {
    const params = { id: notificationId };
    return (
      <Button
        busy={busy.value}
        onPress={() =>
          act(() => call("POST /notifications/:id/dismiss", { params }), "The warning was dismissed.")}
      >
        Dismiss
      </Button>
    );
  }
  return null;
}
