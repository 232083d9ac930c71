import { useSignal } from "@preact/signals";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { createResource } from "../kit/resource.ts";
import { useFrame, useLive, usePageStore } from "../shell/mod.ts";
import { DesktopPanel } from "./desktop/panel.tsx";
import { HookForm } from "./hook_form.tsx";
import { HookPanel } from "./hook_panel.tsx";

/** Sets up notifications for the time away from this page. */
export function AlertsDialog({ onClose }: { onClose: () => void }) {
  const { call } = useFrame();
  const alerts = usePageStore(() => createResource(() => call("GET /alerts")));
  const editing = useSignal(false);
  useLive(({ type }) => type.startsWith("alert"), () => void alerts.refresh());
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
