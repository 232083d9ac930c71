import { bundleOf } from "../../../../client/patch.ts";
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { NOTHING_REVIEWED, type Reviewed } from "../../../../store/shared/review_flags.ts";
import { ApiError } from "../../../../client/client.ts";
import type { SeenFiles } from "../../../../client/seen.ts";
import { createQuiet, type Quiet } from "../../../kit/quiet.ts";
import { acceptedHunks } from "../../../../client/accepted_hunks.ts";
import type { InputDraft } from "../../../../client/form_fields.ts";
import { approvalBlockers, closedBecause } from "../../model/blockers.ts";
import { composeNote, type LineComment } from "../../model/comments.ts";
import { type DraftPlace, loadDraft, saveDraft } from "../../model/draft.ts";
import type { PatchDelivery, QueueItem, Review } from "../../model/types.ts";
import { coalesced } from "./coalesced.ts";
import { createDeciding, type Deciding } from "./deciding.ts";
import type { ReviewServices } from "./services.ts";
import { createSince, type Since } from "./since.ts";
import { asksForAuthor, type CommitAuthor, isIncomplete } from "../../model/commit_author.ts";
import { evidenceState, type PatchState } from "../../model/patch_state.ts";
import { type ManualChanges, saysByHand } from "../../model/people.ts";
import { loadPatch, readArtifactFile, readPeople } from "./evidence.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The state of the review of a checkpoint: its content, the reader's progress, and the possible decisions. */
export type ReviewStore = Deciding & {
  readonly id: string;
  readonly review: ReadonlySignal<Review | null>;
  /** Why the checkpoint cannot be shown; null if it can. */
  readonly problem: ReadonlySignal<string | null>;
  readonly patch: ReadonlySignal<PatchState>;
  /** The manual changes; null if there are none. */
  readonly people: ReadonlySignal<ManualChanges | null>;
  readonly since: Since;
  readonly viewed: Signal<ReadonlySet<string>>;
  /** How many files of the patch were seen; null without a patch that is shown. */
  readonly seen: Signal<SeenFiles | null>;
  /** Whether the checkpoint has been on the screen long enough to be decided. */
  readonly quiet: Quiet;
  readonly leftOut: Signal<ReadonlySet<string>>;
  readonly comments: Signal<readonly LineComment[]>;
  readonly note: Signal<string>;
  /** The values typed into the form of a workflow's approval. */
  readonly answers: Signal<InputDraft>;
  readonly confirmed: Signal<Reviewed>;
  readonly delivery: Signal<PatchDelivery>;
  /** Who makes the commit, as typed where git's configuration names nobody. */
  readonly author: Signal<CommitAuthor>;
  /** Whether that has to be typed. */
  readonly wantsAuthor: ReadonlySignal<boolean>;
  /** The accepted hunks; null for all. */
  readonly accepted: ReadonlySignal<readonly string[] | null>;
  readonly blockers: ReadonlySignal<readonly string[]>;
  /** Why nothing can be decided any more; null while it waits. */
  readonly closed: ReadonlySignal<string | null>;
  /** The other checkpoints that wait, what expires soonest first; loaded once this one is decided. */
  readonly others: ReadonlySignal<readonly QueueItem[]>;
  /** The note as it is sent with rework. */
  readonly reworkNote: ReadonlySignal<string>;
  refresh: () => Promise<void>;
  /** Returns a text of the evidence or of the run's artifacts, or a sentence if it cannot be read. */
  readText: (approval: Review["approval"], path: string) => Promise<string>;
  dispose: () => void;
};

/** The maximum number of other checkpoints that are read. */
const MAX_OTHERS = 50;

/** Returns the store of a review; call `refresh` once to load it, and after each event of its run. */
export function createReviewStore(id: string, services: ReviewServices): ReviewStore {
  const { call, send, storage, delivery = signal<PatchDelivery>("tree") } = services;
  const review = signal<Review | null>(null);
  const problem = signal<string | null>(null);
  const patch = signal<PatchState>({ status: "none" });
  const people = signal<ManualChanges | null>(null);
  const viewed = signal<ReadonlySet<string>>(new Set());
  const seen = signal<SeenFiles | null>(null);
  const leftOut = signal<ReadonlySet<string>>(new Set());
  const comments = signal<readonly LineComment[]>([]);
  const note = signal("");
  const answers = signal<InputDraft>({});
  const confirmed = signal<Reviewed>(NOTHING_REVIEWED);
  const author = signal<CommitAuthor>({ name: "", email: "" });
  const others = signal<readonly QueueItem[]>([]);
  const decisions: Deciding = createDeciding(services, () => store);

  const bundle = computed(() => review.value && bundleOf(review.value.approval));
  const accepted = computed(() => (bundle.value ? acceptedHunks(bundle.value.files, leftOut.value) : null));
  const wantsAuthor = computed(() =>
    asksForAuthor({ review: review.value, delivery: delivery.value, accepted: accepted.value })
  );
  const closed = computed(() => (review.value ? closedBecause(review.value.approval) : null));
  const reworkNote = computed(() => composeNote(note.value, comments.value));
  const blockers = computed(() => {
    if (!review.value) return ["Loading."];
    return approvalBlockers({
      approval: review.value.approval,
      confirmed: confirmed.value,
      evidence: evidenceState(patch.value),
      accepted: accepted.value?.length ?? null,
      lacksAuthor: wantsAuthor.value && isIncomplete(author.value),
      deciding: decisions.deciding.value !== null,
    });
  });

  let stopSaving: (() => void) | null = null;
  const openDraft = (place: DraftPlace) => {
    const draft = loadDraft(storage, place.sha256);
    batch(() => {
      viewed.value = new Set(draft.viewed);
      leftOut.value = new Set(draft.leftOut);
      comments.value = draft.comments;
      note.value = draft.note;
    });
    stopSaving = effect(() =>
      saveDraft(storage, place, {
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
      // While the service is away the page keeps its content; the connection state shows the problem.
      if (error instanceof ApiError || !review.value) problem.value = messageOf(error);
      if (error instanceof ApiError && error.status === 404) review.value = null;
      return;
    }
    const { approval } = review.value;
    if (closed.value !== null) void readOthers();
    if (stopSaving === null) openDraft({ sha256: bundle.value?.patchSha256 ?? id, runId: approval.runId });
  };

  const readEvidence = async () => {
    const approval = review.value?.approval;
    if (!approval || !bundle.value || patch.value.status === "shown") return;
    if (patch.value.status === "none") patch.value = { status: "loading" };
    const byHand = approval.evidence.find(saysByHand);
    if (byHand) people.value = await readPeople(send, approval.runId, byHand.path).catch(() => null);
    patch.value = await loadPatch(send, approval, bundle.value);
  };

  const readOthers = async () => {
    try {
      const { items } = await call("GET /approvals/queue", { query: { limit: MAX_OTHERS } });
      others.value = items.filter((item) => item.id !== id);
    } catch {
      // Only the link to the next one is missing then.
    }
  };

  // Many events come at once, and none waits for a large patch.
  const [reread, rereadEvidence] = [coalesced(read), coalesced(readEvidence)];

  const store: ReviewStore = {
    ...decisions,
    id,
    review,
    problem,
    patch,
    people,
    since: createSince(services, id),
    viewed,
    seen,
    quiet: createQuiet(),
    leftOut,
    comments,
    note,
    answers,
    confirmed,
    delivery,
    author,
    wantsAuthor,
    accepted,
    blockers,
    closed,
    others,
    reworkNote,
    refresh: () => reread().then(rereadEvidence),
    readText: async ({ id, runId, subject, evidence }, path) => {
      try {
        const item = subject && evidence.find((each) => each.path === path);
        if (!item) return new TextDecoder().decode(await readArtifactFile(send, runId, path));
        const read = await call("GET /approvals/:id/evidence", {
          params: { id },
          query: { evidenceId: item.id },
        });
        return read.content ?? "This file is not text.";
      } catch (error) {
        return `The file could not be read. ${messageOf(error)}`;
      }
    },
    dispose: () => stopSaving?.(),
  };
  return store;
}
