import { REVIEWED } from "../../git.ts";
import type { Random } from "../../recovery/load/random.ts";
import { type Answer, answered, type Command, type Deed, one, type Read, same } from "../command.ts";
import type { Draft, DraftState } from "./draft.ts";
import { type Drafts, PLACES } from "./drafts.ts";
import { EFFECTS } from "./orders.ts";

const FROM = "ann@home.example";
/** An id that no draft has. */
const UNKNOWN = "pld_unknown";

/** Sets up mail servers, decides about drafted mails, deletes them, and says what became of them. */
export const draftCommands = (drafts: Drafts): Command[] => [
  { name: "set up a mail server", weight: 1, plan: (random) => setUp(drafts, random) },
  { name: "decide about a mail", weight: 4, plan: (random, read) => decide(drafts, random, read) },
  { name: "delete drafts", weight: 0.7, plan: (random, read) => remove(drafts, random, read) },
  { name: "say what became of a mail", weight: 2, plan: (random, read) => settle(drafts, random, read) },
];

function setUp(drafts: Drafts, random: Random): Deed | null {
  if (drafts.isSetUp && random.next() < (drafts.place === null ? 0.4 : 0.8)) return null;
  const place = drafts.place === null || random.next() < 0.8 ? random.pick(PLACES) : null;
  const port = Number(place?.split(":")[1]);
  const smtp = place === null ? null : { host: "127.0.0.1", port, security: "none", from: FROM };
  return {
    state: place === null ? "none" : place === drafts.place ? "the same" : "another",
    asked: {
      method: "POST",
      path: "/planner/settings",
      body: { identity: { name: "Ann", emails: [FROM] }, smtp },
    },
    judge: (answer) => {
      answered(answer, 200);
      drafts.place = place;
      drafts.isSetUp = true;
    },
    after: (read) => drafts.lookAtAll(read),
  };
}

/** Why an approval of a mail would be refused. */
export function refusalOf(drafts: Drafts, draft: Draft): "no mail server" | "another mail server" | null {
  if (drafts.place === null) return "no mail server";
  const shown = draft.isPending ? draft.review!.place : drafts.place;
  return shown === drafts.place ? null : "another mail server";
}

/** What becomes of a mail that is handed over now. */
export const endsOf = (drafts: Drafts, fate: DraftState): readonly DraftState[] =>
  drafts.surroundings.network.isFaulty ? ["sent", "failed", "uncertain"] : [fate];

/** A person decides at the review itself. */
async function decide(drafts: Drafts, random: Random, read: Read): Promise<Deed | null> {
  const pending = drafts.all.filter(({ isPending }) => isPending);
  const draft = one(random, random.next() < 0.8 ? pending : drafts.all);
  if (draft === null) return null;
  await drafts.lookAt(read, [draft]);
  const review = draft.isPending ? draft.review : one(random, draft.reviews);
  if (review === null || draft.may !== null) return null;
  const isApproval = random.next() < 0.75;
  const decision = isApproval ? "approved" : "rejected";
  const isOpen = draft.isPending && review === draft.review;
  const isSame = !isOpen && review.status === decision;
  const refusal = isOpen && isApproval ? refusalOf(drafts, draft) : null;
  const few = isOpen && isApproval ? drafts.areFew([draft]) : true;
  const { fate } = draft;
  let application: string | null = null;
  if (isOpen && isApproval && random.next() < 0.1) drafts.surroundings.killIn(random.between(1, 16));
  return {
    state: `${decision}, ${isOpen ? "open" : isSame ? "decided so" : `${review.status} of ${draft.state}`}${
      refusal === null ? "" : `, ${refusal}`
    }${few === false ? ", too many people" : ""}${drafts.trouble}`,
    asked: {
      method: "POST",
      path: `/approvals/${review.id}/${isApproval ? "approve" : "reject"}`,
      body: REVIEWED,
    },
    before: () => {
      if (isOpen && isApproval && refusal === null && few !== false) draft.letGo(review.place!);
      return Promise.resolve();
    },
    judge: (answer, repeated) => {
      if (isSame) return answered(answer, 200);
      if (!isOpen || refusal !== null || few === false) return answered(answer, 400);
      if (answer.status === 400 && few === null) return draft.become(["draft"], null);
      answered(answer, 200);
      same(answer.body.status, decision, `the review of the mail ${draft.id}`);
      if (!isApproval) draft.become(["draft"], null);
      else if (!repeated) {
        draft.become(endsOf(drafts, fate), drafts.surroundings.now().getTime());
        ({ application } = answer.body);
      }
    },
    after: async (read) => {
      await drafts.lookAt(read, [draft]);
      const became = draft.state === "sent" ? "applied" : "failed";
      if (application !== null) same(application, became, `what became of the mail ${draft.id}`);
    },
  };
}

async function remove(drafts: Drafts, random: Random, read: Read): Promise<Deed | null> {
  await drafts.lookAtAll(read);
  const chosen = [one(random, drafts.all), random.next() < 0.3 ? one(random, drafts.all) : null]
    .filter((draft) => draft !== null);
  if (chosen.length === 0) return null;
  const named = [...new Set(chosen)];
  const isUnknownToo = random.next() < 0.1;
  const ids = [...chosen.map(({ id }) => id), ...isUnknownToo ? [UNKNOWN] : []];
  if (named.some(({ may }) => may !== null)) return null;
  const isKept = named.some(({ state }) => state !== "deleted" && !canGo(state));
  return {
    state: `${named.map(({ state, isPending }) => isPending ? "pending" : state).toSorted().join(" and ")}${
      isUnknownToo ? " and unknown" : ""
    }`,
    asked: {
      method: "POST",
      path: "/planner/calendar-actions/drafts/delete",
      body: ids.length === 1 && random.next() < 0.5 ? { draftId: ids[0] } : { draftIds: ids },
    },
    judge: (answer) => {
      answered(answer, isKept ? 400 : 200);
      if (isKept) return;
      same(
        answer.body,
        { deleted: named.map(({ id }) => id), notFound: isUnknownToo ? [UNKNOWN] : [] },
        "what was deleted",
      );
      for (const draft of named) {
        if (draft.isPending) draft.review!.status = "withdrawn";
        draft.moveTo("deleted", null);
      }
    },
    after: (read) => drafts.lookAtAll(read),
  };
}

const canGo = (state: Draft["state"]): boolean => state === "draft" || state === "failed";

/** A person asks the people, and says whether they got it. */
async function settle(drafts: Drafts, random: Random, read: Read): Promise<Deed | null> {
  await drafts.lookAtAll(read);
  const ended = drafts.all.filter(({ state, may }) =>
    may === null && (state === "sent" || state === "failed" || state === "uncertain")
  );
  const uncertain = ended.filter(({ state }) => state === "uncertain");
  const draft = one(random, uncertain.length > 0 || random.next() < 0.9 ? uncertain : ended);
  if (draft === null) return null;
  const { state, isSettled } = draft;
  const isThere = draft.taken.length > 0;
  const as = (state === "uncertain" ? isThere : random.next() < 0.5) ? "done" : "not_done";
  const isSame = isSettled && (state === "sent") === (as === "done");
  return {
    state: `${isSettled ? "settled as " : ""}${state}, ${as}`,
    asked: { method: "POST", path: `${EFFECTS}/mail.${draft.id}/settle`, body: { as, note: "I asked." } },
    judge: (answer: Answer) => {
      answered(answer, state === "uncertain" || isSame ? 200 : 400);
      if (state !== "uncertain") return;
      same([answer.body.state, answer.body.settled], [as, true], "what was found");
      draft.moveTo(as === "done" ? "sent" : "failed", drafts.surroundings.now().getTime());
      draft.isSettled = true;
    },
    after: (read) => drafts.lookAtAll(read),
  };
}
