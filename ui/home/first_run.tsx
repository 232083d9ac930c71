import { useSignal } from "@preact/signals";
import { randomKey } from "../../client/random_key.ts";
import { Button } from "../kit/button.tsx";
import { PageHead, useFrame } from "../shell/mod.ts";

/** The welcome page of an empty service: what it is, and one button that starts the sample run. */
export function FirstRun() {
  const { call, navigate, places, toasts } = useFrame();
  const busy = useSignal(false);
  const start = async () => {
    busy.value = true;
    const run = await toasts.attempt(() =>
      call("POST /shell/sample", undefined, { idempotencyKey: randomKey() })
    );
    busy.value = false;
    if (run) navigate(places.pathOf(run.id));
  };
  return (
    <>
      <PageHead title="Welcome" />
      <section class="panel first-run" aria-label="First run">
        <div class="stack">
          <p class="first-run-words">
            You ask for work in a repository, and agents do it in separate copies. A verifier checks the
            result, and your files do not change until you have reviewed and approved the change. Everything
            is recorded in a verifiable log.
          </p>
          <div class="row">
            <Button kind="primary" busy={busy.value} onPress={start}>Run the sample</Button>
            <Button onPress={() => navigate("/dashboard/runs?new=1")}>Use my own repository</Button>
          </div>
          <p class="hint">
            The sample takes a few seconds and needs no model and no network. It creates a small repository in
            the storage directory, fixes a failing test there, and shows you the change for review.
          </p>
        </div>
        <ol class="first-run-steps" aria-label="What happens">
          <li>
            <strong>Plan</strong> The request is split into tasks.
          </li>
          <li>
            <strong>Work</strong> Each task runs in its own worktree.
          </li>
          <li>
            <strong>Verify</strong> The repository's own tests run on the result.
          </li>
          <li>
            <strong>Review</strong> You see the diff, its hashes, and what approving does.
          </li>
          <li>
            <strong>Apply</strong> Exactly what you saw is written.
          </li>
        </ol>
      </section>
    </>
  );
}
