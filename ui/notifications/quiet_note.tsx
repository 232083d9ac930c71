import { createResource } from "../kit/resource.ts";
import { type Frame, useLive, usePageStore } from "../shell/mod.ts";

/** The quiet hours, if they are set: no alerts are sent until they end. */
export function QuietNote() {
  const settings = usePageStore(({ call }: Frame) => createResource(() => call("GET /planner/settings")));
  useLive(({ type }) => type === "planner.settings_changed", () => void settings.refresh());
  const quiet = settings.value.value?.quietHours;
  if (!quiet) return null;
  const days = quiet.days.length === 7 ? "each day" : `on ${quiet.days.join(", ")}`;
  return (
    <p class="hint">
      Quiet from {quiet.from} to {quiet.to} {days}: alerts and the runs of automations wait.{" "}
      <a href="/dashboard/planner?tab=settings">Change it</a>
    </p>
  );
}
