import { ResourceView } from "../../kit/resource_view.tsx";
import { useResource } from "../../shell/mod.ts";
import { SettingsForm } from "./form.tsx";

/** The settings of the planner. */
export function SettingsTab() {
  const settings = useResource(
    ({ call }) => call("GET /planner/settings"),
    ({ type }) => type === "planner.settings_changed",
  );
  return (
    <ResourceView resource={settings} lines={8}>
      {(value) => <SettingsForm settings={value} onSaved={settings.set} />}
    </ResourceView>
  );
}
