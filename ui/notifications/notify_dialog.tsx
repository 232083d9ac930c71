import { useSignal } from "@preact/signals";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { useResource } from "../shell/mod.ts";
import { DesktopPanel } from "./desktop/panel.tsx";
import { HookForm } from "../alerts/hook_form.tsx";
import { HookPanel } from "../alerts/hook_panel.tsx";

/** Sets up alerts for the time away from this page. */
export function AlertsDialog({ onClose }: { onClose: () => void }) {
  const alerts = useResource(({ call }) => call("GET /alerts"), ({ type }) => type.startsWith("alert"));
  const editing = useSignal(false);
  const known = alerts.value.value;
  if (editing.value) {
    return (
      <HookForm
        hook={known?.hook ?? null}
        onClose={() => {
          editing.value = false;
          void alerts.refresh();
        }}
      />
    );
  }
  return (
    <Dialog title="Notify me" onClose={onClose} foot={<Button onPress={onClose}>Close</Button>}>
      <div class="stack">
        {alerts.problem.value && <Banner tone="bad">{alerts.problem.value}</Banner>}
        <DesktopPanel />
        {known && (
          <HookPanel
            alerts={known}
            onEdit={() => editing.value = true}
            onChanged={() => alerts.refresh()}
          />
        )}
      </div>
    </Dialog>
  );
}
