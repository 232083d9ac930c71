import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The inbox, one page of it, with the totals of all of it. */
export type Inbox = Result<Api["GET /notifications"]>;
/** One thing that was said to a person. */
export type Notification = Inbox["items"][number];
/** What kind of thing it is about. */
export type Category = Notification["category"];
/** How bad it is. */
export type Severity = Notification["severity"];
/** Where the person put it. */
export type State = Notification["status"];

/** A page of the results in the inbox, folded by repository. */
export type FoldedResults = Result<Api["GET /notifications/results"]>;

/** What the operator chose to follow. */
export type Follows = Result<Api["GET /follows"]>;

/** What a request for the inbox may narrow it to. */
export type InboxQuery = NonNullable<Call<"GET /notifications", Api["GET /notifications"]>["query"]>;

/** What can be done with a notification: the last part of its route. */
export type Move = "read" | "unread" | "dismiss" | "archive" | "delete";
