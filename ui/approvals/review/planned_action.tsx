import { useEffect, useState } from "preact/hooks";
import { PlanView } from "../../planner/plans/plan_view.tsx";
import { PlannerZone } from "../../planner/common/zone.tsx";
import type { CalendarAction } from "../../planner/common/types.ts";
import { Banner } from "../../kit/banner.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { Review } from "../model/types.ts";
import type { ReviewStore } from "./store/store.ts";

/** The content of a plan's file; the same bytes as the evidence of the decision. */
type PlanFile = Pick<CalendarAction, "plan" | "parsed" | "warnings"> & {
  sourceId: string;
  request: string | null;
};

/** A planned change of a calendar: before and after, the people who are notified, and its conflicts. */
export function PlannedAction({ store, review: { approval } }: { store: ReviewStore; review: Review }) {
  const [file, setFile] = useState<PlanFile | string | null>(null);
  useEffect(() => {
    let current = true;
    store.readText(approval, "plan.json").then((text) => current && setFile(readPlan(text)));
    return () => void (current = false);
  }, [approval.id]);
  if (file === null) return <p class="hint">Loading …</p>;
  if (typeof file === "string") return <Banner tone="bad">{file}</Banner>;
  return (
    <>
      {file.request && (
        <p>
          Requested as: <ShownText as="q" text={file.request} />
        </p>
      )}
      <PlannerZone>
        <PlanView plan={file.plan} source={file.sourceId} warnings={file.warnings} />
      </PlannerZone>
    </>
  );
}

function readPlan(text: string): PlanFile | string {
  try {
    return JSON.parse(text) as PlanFile;
  } catch {
    return text;
  }
}
