import type { Call, Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";

/** A page of the inbox, with the totals. */
export type Inbox = Result<Api["GET /notifications"]>;
/** A notification. */
export type Notification = Inbox["items"][number];
/** The subject area of a notification. */
export type Category = Notification["category"];
/** The severity of a notification. */
export type Severity = Notification["severity"];
/** The state that a person gave a notification. */
export type NotificationState = Notification["status"];

/** A page of the results in the inbox, grouped by repository. */
export type FoldedResults = Result<Api["GET /notifications/results"]>;

/** The repositories that the operator follows. */
export type Follows = Result<Api["GET /follows"]>;

/** The query parameters of the inbox. */
export type InboxQuery = NonNullable<Call<"GET /notifications", Api["GET /notifications"]>["query"]>;

/** An action on a notification: the last part of its route. */
export type Move = "read" | "unread" | "dismiss" | "archive" | "delete";
