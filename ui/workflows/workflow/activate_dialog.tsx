import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useFrame } from "../../shell/mod.ts";
import { BlastRadiusPanel } from "../blast_radius_panel.tsx";
import type { Workflow } from "../types.ts";

/** Activates a version with the permissions shown here; the service refuses if they have changed. */
export function ActivateDialog({ workflow, onClose }: { workflow: Workflow; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const { id, name, version, blastRadius } = workflow;
  const submit = async () => {
    await call("POST /saved-workflows/:id/activate", {
      params: { id },
      body: { version, blastRadiusDigest: blastRadius.digest },
    });
    toasts.say(`Version ${version} of ${name} is active.`);
    onClose();
  };
  return (
    <FormDialog
      title={`Activate version ${version} of ${name}?`}
      action={`Activate version ${version}`}
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Automations and agents can then run it without asking you. Below is what it may touch. Activation
        applies to exactly this.
      </p>
      <BlastRadiusPanel radius={blastRadius} />
    </FormDialog>
  );
}
