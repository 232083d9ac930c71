import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { download } from "../../shell/download.ts";
import { useFrame } from "../../shell/mod.ts";

/** Downloads a calendar file: of days, of one source, or of one event or task with its series. */
export function ExportButton({ of, what }: { of: Record<string, string>; what: string }) {
  const { send, toasts } = useFrame();
  const path = `/planner/export?${new URLSearchParams(of)}`;
  return (
    <Button
      small
      label={`Export ${what} as a calendar file`}
      onPress={() => toasts.attempt(() => download(send, path, "planner.ics"))}
    >
      <Icon name="download" /> Export
    </Button>
  );
}
