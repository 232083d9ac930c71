import type { StoredEvent } from "../event.ts";
import { keepText } from "../search/texts.ts";
import { on, type Tables } from "../view.ts";
import { approvalStream } from "./stream.ts";

/** The searchable text of an approval: what its reviewer wrote. */
export const approvalTexts = on(approvalStream, {
  "approval.approved": noted("Approval note"),
  "approval.rejected": noted("Rejection note"),
});

function noted(title: string) {
  return (tables: Tables, event: StoredEvent<string, { reviewerNote?: string | undefined }>): void => {
    const { reviewerNote: words } = event.data;
    if (words) keepText(tables, event, { kind: "remark", title, words });
  };
}
