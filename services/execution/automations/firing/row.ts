import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { Fire } from "../../../../store/automations/events.ts";
import { TZ_VERSION } from "./tz_version.ts";

/** What occurred: a scheduled moment, a delivery, an event, or a person's request. */
export type Cause =
  & Pick<Fire, "trigger" | "dueAt">
  & Partial<
    Pick<
      Fire,
      | "fireId"
      | "latenessMilliseconds"
      | "deliveryId"
      | "bodySha256"
      | "materialId"
      | "dedupeKey"
      | "replayOf"
      | "eventSequence"
      | "causedBy"
    >
  >;

/** The ledger fields of a single cause. */
export const rowOf = (automation: AutomationDocument, cause: Cause) => ({
  latenessMilliseconds: 0,
  ...cause,
  revision: automation.revision,
  lastDueAt: cause.dueAt,
  count: 1,
  countAtLeast: false,
  tz: TZ_VERSION,
});
