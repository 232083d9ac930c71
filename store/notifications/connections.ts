import type { Tables } from "../view.ts";
import type { NotificationRow } from "./tables.ts";

/** Streams of connections. Their notifications are only for the operator: they name accounts, and banks. */
const KINDS = ["oauth_account", "financelink_item"] as const;

/** A condition that is true for all notifications except those about connections. */
export const NOT_ABOUT_CONNECTIONS = `not (run_id = '' and (${
  KINDS.map((kind) => `subject glob '${kind}/*'`).join(" or ")
}))`;

/** Every notification about a connection that was not deleted; an index finds them. */
export const aboutConnections = (tables: Tables): NotificationRow[] =>
  KINDS.flatMap((kind) =>
    tables.all<NotificationRow>(
      `select * from {notifications} where run_id = '' and subject >= '${kind}/' and subject < '${kind}0'
       and placement <> 'deleted'`,
    )
  );
