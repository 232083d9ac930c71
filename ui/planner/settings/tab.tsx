import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import { type Frame, useLive, usePageStore } from "../../shell/mod.ts";
import { SettingsForm } from "./form.tsx";

/** How days and weeks are counted, who you are, and who may be asked. */
export function SettingsTab() {
  const settings = usePageStore(({ call }: Frame) => createResource(() => call("GET /planner/settings")));
  useLive(({ type }) => type === "planner.settings_changed", () => void settings.refresh());
  const value = settings.value.value;
  return (
    <>
      {settings.problem.value && <Banner tone="bad">{settings.problem.value}</Banner>}
      {value ? <SettingsForm key={JSON.stringify(value)} settings={value} /> : <Skeleton lines={8} />}
    </>
  );
}
