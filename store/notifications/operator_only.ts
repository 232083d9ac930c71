import type { Tables } from "../view.ts";
import type { NotificationRow } from "./tables.ts";

/**
 * How the subjects begin, each with what follows the last of them, of notifications that only the operator may read: about
 * accounts and banks, which they name, and, without a run, about approvals of what agents may not read.
 */
const SUBJECTS = [
  ["oauth_account/", "oauth_account0"],
  ["financelink_item/", "financelink_item0"],
  ["approval_", "approval`"],
] as const;

/** A condition that is true for all notifications that agents may read. */
export const FOR_AGENTS = `not (run_id = '' and (${
  SUBJECTS.map(([begin, end]) => `(subject >= '${begin}' and subject < '${end}')`).join(" or ")
}))`;

/** Every notification that agents may not read and that was not deleted; an index finds them. */
export const forOperatorOnly = (tables: Tables): NotificationRow[] =>
  SUBJECTS.flatMap(([begin, end]) =>
    tables.all<NotificationRow>(
      `select * from {notifications} where run_id = '' and subject >= '${begin}' and subject < '${end}'
       and placement <> 'deleted'`,
    )
  );
