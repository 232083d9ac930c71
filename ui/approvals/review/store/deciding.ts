import { type ReadonlySignal, signal } from "@preact/signals";
import { fieldsOf, type InputDraft, inputsOf } from "../../../../client/form_fields.ts";
import { driftRemedy, isInVain } from "../../../../client/drift.ts";
import { SEEN_RULE, type SeenFiles, unseenWarning } from "../../../../client/seen.ts";
import type { AnswerScope } from "../../../../client/question_scopes.ts";
import { type LineComment, MAX_NOTE_LENGTH } from "../../model/comments.ts";
import { chosenDelivery, type CommitAuthor } from "../../model/commit_author.ts";
import { approvalBody, rejectionBody } from "../../model/decision_body.ts";
import type { Reviewed } from "../../../../store/shared/review_flags.ts";
import type { Decision, PatchDelivery, Review } from "../../model/types.ts";
import type { ReviewServices } from "./services.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";

/** The action that is being sent. */
type SentAction = "approve" | "reject" | "rework" | "verify" | "rebase";

/** The inputs of a decision. */
type DecisionParts = {
  id: string;
  refresh: () => Promise<void>;
} & { [Name in keyof Values]: ReadonlySignal<Values[Name]> };

type Values = {
  review: Review | null;
  blockers: readonly string[];
  confirmed: Reviewed;
  note: string;
  answers: InputDraft;
  reworkNote: string;
  comments: readonly LineComment[];
  accepted: readonly string[] | null;
  delivery: PatchDelivery;
  author: CommitAuthor;
  wantsAuthor: boolean;
  seen: SeenFiles | null;
};

/** The decisions of a review, one at a time, and the result of the last request. */
export type Deciding = {
  readonly deciding: ReadonlySignal<SentAction | null>;
  /** The service's sentence if it refused a decision. */
  readonly refusal: ReadonlySignal<string | null>;
  /** What is said once before something is approved that was not all seen; null until then. */
  readonly warning: ReadonlySignal<string | null>;
  /** Approves; `scope` is the extent of the answer to a question. */
  approve: (scope?: AnswerScope) => Promise<void>;
  reject: (disposition: "rework" | "abandon", withOutput?: boolean) => Promise<void>;
  /** Starts a verification of the result with another command. */
  verify: (command: string) => Promise<void>;
  /** Rebases the change onto the current state. */
  rebase: () => Promise<void>;
};

/** Returns the decisions of the review that `store` returns once it is loaded; each ends with its `refresh`. */
export function createDeciding({ call }: Pick<ReviewServices, "call">, store: () => DecisionParts): Deciding {
  const deciding = signal<SentAction | null>(null);
  const refusal = signal<string | null>(null);
  const warning = signal<string | null>(null);
  const shown = (): Decision["shown"] => {
    const files = store().seen.value;
    return { by: "page", ...(files && { files }) };
  };

  /** Reads a review again whose files have changed, since they may have been restored; throws if they were not. */
  const requireUse = async (where: { delivery: PatchDelivery; hunks: readonly string[] | null }) => {
    const { review, refresh } = store();
    if (!review.value || !isInVain(review.value, where)) return;
    await refresh();
    if (!isInVain(review.value, where)) return;
    const remedy = driftRemedy(review.value.approval, "rebase the change");
    throw new Error(`Nothing was decided: approving would write nothing. ${remedy}.`);
  };

  const decide = async (kind: SentAction, send: () => Promise<unknown>) => {
    if (deciding.value) return;
    deciding.value = kind;
    refusal.value = null;
    try {
      await send();
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      deciding.value = null;
      await store().refresh();
    }
  };

  return {
    deciding,
    refusal,
    warning,
    approve: (scope) => {
      const { id, review, blockers, confirmed, note, answers, accepted, seen, ...where } = store();
      if (blockers.value.length > 0) return Promise.resolve();
      const unseen = seen.value && unseenWarning(seen.value);
      if (unseen && warning.value === null) {
        warning.value = `${unseen} ${SEEN_RULE} Approve again to approve it anyway.`;
        return Promise.resolve();
      }
      const delivery = chosenDelivery({
        review: review.value,
        delivery: where.delivery.value,
        accepted: accepted.value,
      });
      const body = approvalBody(
        confirmed.value,
        note.value,
        accepted.value,
        delivery,
        where.wantsAuthor.value ? where.author.value : null,
      );
      const pattern = scope === "pattern" ? review.value?.approval.asks?.pattern : undefined;
      const answer = {
        ...body,
        shown: shown(),
        ...(scope && { scope }),
        ...(pattern !== undefined && { pattern }),
      };
      const form = review.value?.approval.form;
      return decide("approve", async () => {
        await requireUse({ delivery, hunks: accepted.value });
        const response = form && { response: inputsOf(fieldsOf(form), answers.value) };
        await call("POST /approvals/:id/approve", { params: { id }, body: { ...answer, ...response } });
      });
    },
    reject: (disposition, withOutput = false) => {
      const { id, note, comments, reworkNote } = store();
      const rework = disposition === "rework";
      const said = rework ? reworkNote.value : note.value.trim();
      if (said.length > MAX_NOTE_LENGTH) {
        refusal.value =
          `The note has ${said.length} characters; the limit is ${MAX_NOTE_LENGTH}. Shorten it or remove comments.`;
        return Promise.resolve();
      }
      const rejected = rejectionBody(disposition, said, {
        withOutput,
        remarks: rework ? comments.value : [],
      });
      const body = { ...rejected, shown: shown() };
      return decide(
        rework ? "rework" : "reject",
        () => call("POST /approvals/:id/reject", { params: { id }, body }),
      );
    },
    verify: (command) => {
      const id = store().review.value?.approval.runId ?? "";
      return decide("verify", () => call("POST /runs/:id/verify", { params: { id }, body: { command } }));
    },
    rebase: () => {
      const id = store().review.value?.approval.runId ?? "";
      return decide("rebase", () => call("POST /runs/:id/rebase", { params: { id } }));
    },
  };
}
