import { batch, computed, effect, type ReadonlySignal, type Signal } from "@preact/signals";
import { acceptedHunks } from "../../../../client/accepted_hunks.ts";
import type { Transport } from "../../../../client/client.ts";
import type { Race } from "../../../../client/race_words.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";
import { readPatch } from "../../../approvals/model/patch.ts";
import type { BundleFile } from "../../../approvals/model/types.ts";
import { createDiffStore, type DiffStore } from "../../../approvals/review/diff/diff_store.ts";
import type { DiffLayout } from "../../../approvals/review/diff/rows.ts";
import { createReviewView, type ReviewView } from "../../../approvals/review/diff/view.ts";
import type { RaceContender } from "../../race/table.tsx";
import { readArtifactFile } from "../../../approvals/review/store/evidence.ts";

/** A part of a result that a pick names. */
export type Part = NonNullable<Race["picked"]>[number];

/** The result of a contender on the screen, and what is chosen of it. */
export type ResultStore = {
  readonly store: DiffStore;
  readonly view: ReviewView;
  /** What is chosen; null for nothing. */
  readonly part: ReadonlySignal<Part | null>;
  choose: (what: "all" | "nothing") => void;
};

/** What is chosen of the results, by their patch; the browser keeps it until something is picked. */
export type KeptChoices = Readonly<Record<string, readonly string[]>>;

/** Returns the result of a contender, which it reads; of it is chosen what was kept. */
export function createResult(
  runId: string,
  { contender, patchPath, manifestPath }: RaceContender,
  { send, layout, kept }: { send: Transport; layout: Signal<DiffLayout>; kept: Signal<KeptChoices> },
): ResultStore {
  const key = patchPath ?? "";
  const store = createDiffStore(`${runId}.${contender}`);
  const hunks = computed(() =>
    store.patch.value.status === "shown" ? store.patch.value.diffs.flatMap(({ hunks }) => hunks) : []
  );
  const choose = (what: "all" | "nothing") =>
    store.leftOut.value = new Set(what === "all" ? [] : hunks.value.map(({ id }) => id));
  const read = async () => {
    const [patch, manifest] = await Promise.all(
      [key, manifestPath ?? ""].map((path) => readArtifactFile(send, runId, path)),
    );
    const { files }: { files: Omit<BundleFile, "id">[] } = JSON.parse(new TextDecoder().decode(manifest));
    const diffs = readPatch(patch!, files.map((file) => ({ ...file, id: file.path })));
    batch(() => {
      // Its hash is compared once it is picked: the review shows exactly what is written.
      store.patch.value = { status: "shown", diffs, patch: "unchecked", digest: "unchecked" };
      const chosen = kept.peek()[key] ?? [];
      store.leftOut.value = new Set(hunks.value.map(({ id }) => id).filter((id) => !chosen.includes(id)));
    });
    effect(() => {
      const chosen = hunks.value.map(({ id }) => id).filter((id) => !store.leftOut.value.has(id));
      const { [key]: _, ...others } = kept.peek();
      kept.value = chosen.length > 0 ? { ...others, [key]: chosen } : others;
    });
  };
  read().catch((error) =>
    store.patch.value = { status: "failed", why: `The patch could not be read. ${messageOf(error)}` }
  );
  return {
    store,
    view: createReviewView(store, layout, { takesRemarks: false }),
    part: computed(() => {
      const chosen = acceptedHunks([{ hunks: hunks.value }], store.leftOut.value);
      if (hunks.value.length === 0 || chosen?.length === 0) return null;
      return { contender, ...(chosen && { hunks: chosen }) };
    }),
    choose,
  };
}
