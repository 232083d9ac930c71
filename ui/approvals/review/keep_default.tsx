import { useSignal } from "@preact/signals";
import { keepableOf, keepableWords } from "../../../client/keep_default.ts";
import { Button } from "../../kit/button.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";

/** Offers to keep the verifier and the worker that were named for a run alone, once it was applied. Nothing is kept unasked. */
export function KeepDefault({ runId }: { runId: string }) {
  const { call, toasts } = useFrame();
  const done = useSignal(false);
  const keepable = useResource(
    async ({ call }) => {
      const run = await call("GET /runs/:id", { params: { id: runId } });
      const defaults = await call("GET /repositories/defaults", { query: { repoPath: run.repoPath } });
      return { found: keepableOf(run, defaults) };
    },
    () => false,
    runId,
  );
  const found = keepable.value.value?.found;
  if (!found || done.value) return null;
  const words = keepableWords(found);
  const keep = async () => {
    const kept = await toasts.attempt(
      () => call("POST /repositories/defaults", { body: found }),
      () => `From now on ${words} is the default of this repository.`,
    );
    if (kept) done.value = true;
  };
  return (
    <p>
      For this run alone: <ShownText text={words} />.{" "}
      <Button small onPress={() => void keep()}>Keep as default</Button>
    </p>
  );
}
