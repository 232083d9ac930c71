import type { StoredEvent } from "../event.ts";
import { keepText } from "../search/texts.ts";
import { on, type Tables } from "../view.ts";
import { approvalStream } from "./stream.ts";

/** What the search reads of an approval: what its reviewer wrote. */
export const approvalTexts = on(approvalStream, {
  "approval.approved": noted("Remark of an approval"),
  "approval.rejected": noted("Remark of a rejection"),
});

function noted(title: string) {
  return (tables: Tables, event: StoredEvent<string, { reviewerNote?: string | undefined }>): void => {
    const { reviewerNote: words } = event.data;
    if (words) keepText(tables, event, { kind: "remark", title, words });
  };
}
