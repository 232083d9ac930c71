import { useResource } from "../shell/mod.ts";

/** A note about the quiet hours: no alerts are sent until they end. */
export function QuietNote() {
  const settings = useResource(
    ({ call }) => call("GET /planner/settings"),
    ({ type }) => type === "planner.settings_changed",
  );
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
