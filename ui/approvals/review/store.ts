import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { ApiError, type createClient, type Transport } from "../../../client/client.ts";
import { sentenceOf } from "../../kit/resource.ts";
import { acceptedHunks } from "../model/accepted.ts";
import { approvalBlockers, closedBecause, type Confirmations, NOTHING_CONFIRMED } from "../model/blockers.ts";
import { composeNote, type LineComment, MAX_NOTE_LENGTH } from "../model/comments.ts";
import { type DraftStorage, loadDraft, saveDraft } from "../model/draft.ts";
import { approvalBody, rejectionBody } from "../model/decision_body.ts";
import { bundleOf, type Review } from "../model/types.ts";
import { coalesced } from "./coalesced.ts";
import { loadPatch, type PatchState, readArtifactFile } from "./evidence.ts";

/** What the review needs of the page that it is on. */
export type ReviewDoor = {
  call: ReturnType<typeof createClient>;
  send: Transport;
  storage: DraftStorage;
};

/** What is being sent. */
type Deciding = "approve" | "reject" | "rework" | "verify";

/** One checkpoint under review: what it is, what the reader has done with it, and what may be decided. */
export type ReviewStore = {
  readonly id: string;
  readonly review: ReadonlySignal<Review | null>;
  /** Why the checkpoint cannot be shown. */
  readonly problem: ReadonlySignal<string | null>;
  readonly patch: ReadonlySignal<PatchState>;
  readonly viewed: Signal<ReadonlySet<string>>;
  readonly leftOut: Signal<ReadonlySet<string>>;
  readonly comments: Signal<readonly LineComment[]>;
  readonly note: Signal<string>;
  readonly confirmed: Signal<Confirmations>;
  readonly deciding: ReadonlySignal<Deciding | null>;
  /** The service's sentence when it refused a decision. */
  readonly refusal: ReadonlySignal<string | null>;
  /** The hunks that an approval names; null for the whole. */
  readonly accepted: ReadonlySignal<readonly string[] | null>;
  readonly blockers: ReadonlySignal<readonly string[]>;
  /** Why nothing can be decided any more; null while it waits. */
  readonly closed: ReadonlySignal<string | null>;
  /** The note as it would be sent with rework. */
  readonly reworkNote: ReadonlySignal<string>;
  refresh: () => Promise<void>;
  /** A text among the evidence or the run's artifacts; a sentence in its place when it cannot be read. */
  readText: (approval: Review["approval"], path: string) => Promise<string>;
  approve: () => Promise<void>;
  reject: (disposition: "rework" | "abandon", withOutput?: boolean) => Promise<void>;
  /** Has the result verified by another command. */
  verify: (command: string) => Promise<void>;
  dispose: () => void;
};

/** Opens a checkpoint for review; `refresh` is called once to load it and again whenever something of its run happened. */
export function createReviewStore(id: string, { call, send, storage }: ReviewDoor): ReviewStore {
  const review = signal<Review | null>(null);
  const problem = signal<string | null>(null);
  const patch = signal<PatchState>({ status: "none" });
  const viewed = signal<ReadonlySet<string>>(new Set());
  const leftOut = signal<ReadonlySet<string>>(new Set());
  const comments = signal<readonly LineComment[]>([]);
  const note = signal("");
  const confirmed = signal<Confirmations>(NOTHING_CONFIRMED);
  const deciding = signal<Deciding | null>(null);
  const refusal = signal<string | null>(null);

  const bundle = computed(() => review.value && bundleOf(review.value.approval));
  const accepted = computed(() => (bundle.value ? acceptedHunks(bundle.value.files, leftOut.value) : null));
  const closed = computed(() => (review.value ? closedBecause(review.value.approval) : null));
  const reworkNote = computed(() => composeNote(note.value, comments.value));
  const blockers = computed(() => {
    if (!review.value) return ["It is being loaded."];
    return approvalBlockers({
      approval: review.value.approval,
      confirmed: confirmed.value,
      evidence: evidenceState(patch.value),
      accepted: accepted.value?.length ?? null,
      deciding: deciding.value !== null,
    });
  });

  let stopSaving: (() => void) | null = null;
  const openDraft = (sha256: string) => {
    const draft = loadDraft(storage, sha256);
    batch(() => {
      viewed.value = new Set(draft.viewed);
      leftOut.value = new Set(draft.leftOut);
      comments.value = draft.comments;
      note.value = draft.note;
    });
    stopSaving = effect(() =>
      saveDraft(storage, sha256, {
        viewed: [...viewed.value],
        leftOut: [...leftOut.value],
        comments: [...comments.value],
        note: note.value,
      })
    );
  };

  const read = async () => {
    try {
      review.value = await call("GET /approvals/:id", { params: { id } });
      problem.value = null;
    } catch (error) {
      // What is on the page stays there while the service is away; the connection says that it is.
      if (error instanceof ApiError || !review.value) problem.value = sentenceOf(error);
      return;
    }
    const { approval } = review.value;
    if (!bundle.value || patch.value.status !== "none") return;
    patch.value = { status: "loading" };
    openDraft(bundle.value.patchSha256);
    patch.value = await loadPatch(send, approval, bundle.value);
  };

  const refresh = coalesced(read); // many events come at once

  const decide = async (kind: Deciding, send: () => Promise<unknown>) => {
    if (deciding.value) return;
    deciding.value = kind;
    refusal.value = null;
    try {
      await send();
    } catch (error) {
      refusal.value = sentenceOf(error);
    } finally {
      deciding.value = null;
      await refresh();
    }
  };

  const approve = () => {
    if (blockers.value.length > 0) return Promise.resolve();
    const body = approvalBody(confirmed.value, note.value, accepted.value);
    return decide("approve", () => call("POST /approvals/:id/approve", { params: { id }, body }));
  };

  const reject = (disposition: "rework" | "abandon", withOutput = false) => {
    const said = disposition === "rework" ? reworkNote.value : note.value.trim();
    if (said.length > MAX_NOTE_LENGTH) {
      refusal.value =
        `The note has ${said.length} characters and ${MAX_NOTE_LENGTH} are taken. Shorten it, or remove remarks.`;
      return Promise.resolve();
    }
    const body = rejectionBody(disposition, said, withOutput);
    const kind = disposition === "rework" ? "rework" : "reject";
    return decide(kind, () => call("POST /approvals/:id/reject", { params: { id }, body }));
  };

  const verify = (command: string) => {
    const runId = review.value?.approval.runId ?? "";
    return decide(
      "verify",
      () => call("POST /runs/:id/verify", { params: { id: runId }, body: { command } }),
    );
  };

  return {
    id,
    review,
    problem,
    patch,
    viewed,
    leftOut,
    comments,
    note,
    confirmed,
    deciding,
    refusal,
    accepted,
    blockers,
    closed,
    reworkNote,
    refresh,
    readText: async ({ id, runId, subject, evidence }, path) => {
      try {
        const item = subject && evidence.find((each) => each.path === path);
        if (!item) return new TextDecoder().decode(await readArtifactFile(send, runId, path));
        const read = await call("GET /approvals/:id/evidence", {
          params: { id },
          query: { evidenceId: item.id },
        });
        return read.content ?? "It is not text.";
      } catch (error) {
        return `It could not be read. ${sentenceOf(error)}`;
      }
    },
    approve,
    reject,
    verify,
    dispose: () => stopSaving?.(),
  };
}

function evidenceState(patch: PatchState): { shown: true } | { shown: false; why: string } {
  if (patch.status === "loading") return { shown: false, why: "The patch is being loaded." };
  return patch.status === "failed" ? { shown: false, why: patch.why } : { shown: true };
}
