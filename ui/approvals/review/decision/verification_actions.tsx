import { useState } from "preact/hooks";
import type { Review } from "../../model/types.ts";
import type { ReviewStore } from "../store/store.ts";

/** The verification actions: send the work back with the verifier's output, or verify again with another command. */
export function VerificationActions({ store, review }: { store: ReviewStore; review: Review }) {
  const { evaluation, worker } = review;
  const busy = store.deciding.value !== null || !store.quiet.ready.value;
  const failed = evaluation?.outcome === "failed";
  return (
    <section class="stack" aria-label="Verification">
      {failed && worker?.provider !== "builtin" && (
        <button
          type="button"
          class="button"
          disabled={busy}
          onClick={() => void store.reject("rework", true)}
        >
          Send back with this output
        </button>
      )}
      <VerifyAgain store={store} command={evaluation?.command ?? ""} />
    </section>
  );
}

function VerifyAgain({ store, command: before }: { store: ReviewStore; command: string }) {
  const [command, setCommand] = useState(before);
  const busy = store.deciding.value !== null || !store.quiet.ready.value;
  return (
    <details>
      <summary>Verify again with another command</summary>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void store.verify(command.trim());
        }}
      >
        <div class="field">
          <label for="verify-command">Command</label>
          <input
            id="verify-command"
            class="input mono"
            value={command}
            onInput={(event) => setCommand(event.currentTarget.value)}
          />
        </div>
        <button type="submit" class="button" disabled={busy || command.trim() === ""}>
          {store.deciding.value === "verify" ? "Asking …" : "Verify again"}
        </button>
        <p class="hint small">A new checkpoint shows the result. This one is closed.</p>
      </form>
    </details>
  );
}
