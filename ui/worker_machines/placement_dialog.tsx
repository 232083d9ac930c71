import { useSignal } from "@preact/signals";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { LabelsField, labelsIn } from "../kit/forms/place_fields.tsx";
import { SelectField } from "../kit/forms/select.tsx";
import { useFrame } from "../shell/mod.ts";
import type { ShownPlacement } from "./types.ts";

const CHOICES = [
  { value: "", label: "As the trust of machines allows" },
  { value: "control-plane", label: "On this machine alone" },
  { value: "another-worker", label: "On a trusted machine of another group, or here" },
  { value: "any", label: "On any trusted machine, or here" },
] as const;

/** Changes where results are verified, and the labels of this machine. */
export function PlacementDialog({ placement, onClose }: { placement: ShownPlacement; onClose: () => void }) {
  const { call } = useFrame();
  const verifyOn = useSignal<typeof CHOICES[number]["value"]>(placement.verifyOnSet ?? "");
  const labels = useSignal(placement.labelsHere.join(", "));
  const save = async () => {
    const body = { verifyOn: verifyOn.value || null, labels: labelsIn(labels.value) };
    await call("POST /workers/placement", { body });
    onClose();
  };
  return (
    <FormDialog title="Where results are verified" action="Save" onSubmit={save} onClose={onClose}>
      <SelectField
        label="Results are verified"
        options={CHOICES}
        value={verifyOn.value}
        onPick={(value) => verifyOn.value = value}
      />
      <LabelsField
        label="Labels of this machine"
        hint="With commas between. Its operating system and architecture are always among them."
        value={labels}
      />
    </FormDialog>
  );
}
