import type { Decision, PatchDelivery, Review } from "./types.ts";

/** Who makes the commit of a delivered patch. */
export type CommitAuthor = NonNullable<Decision["author"]>;

/** What of a review decides where its patch goes. */
type Chosen = { review: Review | null; delivery: PatchDelivery; accepted: readonly string[] | null };

/** Returns where the approved patch goes: only a whole one can be delivered elsewhere than to the working tree. */
export const chosenDelivery = ({ review, delivery, accepted }: Chosen): PatchDelivery =>
  accepted === null && review?.deliveries.includes(delivery) ? delivery : "tree";

/** Whether a commit is made, and git's configuration of the repository names nobody who makes it. */
export const asksForAuthor = (chosen: Chosen): boolean =>
  chosen.review?.author === null && chosenDelivery(chosen) !== "tree";

/** Whether a name or an address is missing. */
export const isIncomplete = ({ name, email }: CommitAuthor): boolean =>
  name.trim() === "" || email.trim() === "";
