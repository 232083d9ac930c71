import { Button } from "../../kit/button.tsx";
import { useFrame } from "../../shell/mod.ts";
import type { Review } from "../model/types.ts";

/** Returns the verifier that a worker machine reported and that this machine can still run; null without one. */
export function reportedCommand({ approval, evaluation }: Review): string | null {
  const isUnchecked = evaluation?.reportedBy && !evaluation.reportedBy.checkedHere;
  return approval.status === "pending" && isUnchecked ? evaluation.command ?? null : null;
}

/** Returns what has this machine verify what a worker machine reported and nobody has checked here. */
export function useVerifyHere(reviewed: () => Review | null): () => Promise<void> {
  const { call, toasts } = useFrame();
  return async () => {
    const review = reviewed();
    const command = review && reportedCommand(review);
    if (!command) return;
    const params = { id: review.approval.runId };
    await toasts.attempt(
      () => call("POST /runs/:id/verify", { params, body: { command } }),
      () => "This machine verifies the result: a new review shows what it finds.",
    );
  };
}

/** A button for that, with its key. */
export function VerifyHereButton({ review }: { review: Review }) {
  const verify = useVerifyHere(() => review);
  if (!reportedCommand(review)) return null;
  return (
    <Button small onPress={verify}>
      Verify here <kbd aria-hidden="true">h</kbd>
    </Button>
  );
}
