import { useSignal } from "@preact/signals";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { useFrame } from "../../shell/mod.ts";
import { type Automation, AUTOMATIONS_PATH } from "../types.ts";

/** The actions on an automation. */
export function AutomationActions({ automation, onEdit }: { automation: Automation; onEdit: () => void }) {
  const { call, toasts, navigate } = useFrame();
  const busy = useSignal(false);
  const deleting = useSignal(false);
  const params = { id: automation.id };
  const attempt = async <Done,>(work: () => Promise<Done>, said: string | ((done: Done) => string)) => {
    busy.value = true;
    const worked = await toasts.attempt(work, (done) => typeof said === "string" ? said : said(done));
    busy.value = false;
    return worked;
  };
  const isEnabled = automation.status === "enabled";
  const remove = async () => {
    const done = await attempt(
      () => call("DELETE /automations/:id", { params }),
      `${automation.name} is deleted.`,
    );
    if (done) navigate(AUTOMATIONS_PATH);
  };
  return (
    <>
      {isEnabled
        ? (
          <>
            <Button
              busy={busy.value}
              onPress={() =>
                attempt(
                  () => call("POST /automations/:id/trigger", { params, body: {} }),
                  ({ reason }) => reason ?? "Triggered.",
                )}
            >
              Trigger now
            </Button>
            <Button
              busy={busy.value}
              onPress={() => attempt(() => call("POST /automations/:id/pause", { params }), "Paused.")}
            >
              Pause
            </Button>
          </>
        )
        : (
          <Button
            kind="primary"
            busy={busy.value}
            onPress={() => attempt(() => call("POST /automations/:id/enable", { params }), "Enabled.")}
          >
            Enable
          </Button>
        )}
      <Button onPress={onEdit}>Edit …</Button>
      <Button kind="danger" onPress={() => deleting.value = true}>Delete …</Button>
      {deleting.value && (
        <Confirm
          title={`Delete ${automation.name}?`}
          action="Delete the automation"
          danger
          busy={busy.value}
          onConfirm={() => remove()}
          onClose={() => deleting.value = false}
        >
          <p>Its ledger and the requests it received are erased. Its runs are kept. This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}
