import { type Signal, useSignal } from "@preact/signals";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { LabelsField, labelsIn } from "../kit/forms/place_fields.tsx";
import { useFrame } from "../shell/mod.ts";
import type { ShownMachine } from "./types.ts";

/** What a person says of a machine, as form values. */
type Standing = {
  verify: Signal<boolean>;
  tasks: Signal<boolean>;
  labels: Signal<string>;
  group: Signal<string>;
};

/** Returns what is said of a machine as form values. */
export const useStanding = (
  { trust, allowedLabels, group }: Pick<ShownMachine, "trust" | "allowedLabels" | "group">,
): Standing => ({
  verify: useSignal(trust.includes("verify")),
  tasks: useSignal(trust.includes("tasks")),
  labels: useSignal(allowedLabels.join(", ")),
  group: useSignal(group ?? ""),
});

/** Returns what the form says that a machine is trusted with. */
export const trustOf = ({ verify, tasks }: Standing): ShownMachine["trust"] => [
  ...(verify.value ? ["verify" as const] : []),
  ...(tasks.value ? ["tasks" as const] : []),
];

/** The fields for the trust, the labels and the group of a machine. */
export function StandingFields({ standing: { verify, tasks, labels, group } }: { standing: Standing }) {
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={verify.value}
          onChange={(event) => verify.value = event.currentTarget.checked}
        />
        Trust it to verify results: others rely on what it says
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={tasks.value}
          onChange={(event) => tasks.value = event.currentTarget.checked}
        />
        Trust it with tasks: it reads the requests and files of runs, and needs a sandbox
      </label>
      <LabelsField
        label="Labels that it may have"
        hint="With commas between. Its operating system and architecture it reports itself."
        value={labels}
      />
      <Field
        label="Trust group"
        hint="Who owns it. A result is verified independently only by a machine of another group."
      >
        {(control) => (
          <input
            {...control}
            class="input"
            maxLength={63}
            value={group.value}
            onInput={(event) => group.value = event.currentTarget.value}
          />
        )}
      </Field>
    </>
  );
}

/** Changes what is said of a machine. */
export function StandingDialog({ machine, onClose }: { machine: ShownMachine; onClose: () => void }) {
  const { call } = useFrame();
  const standing = useStanding(machine);
  const save = async () => {
    const body = {
      for: trustOf(standing),
      labels: labelsIn(standing.labels.value),
      group: standing.group.value.trim() || null,
    };
    await call("POST /workers/:id/trust", { params: { id: machine.id }, body });
    onClose();
  };
  return (
    <FormDialog title={`Trust of ${machine.name}`} action="Save" onSubmit={save} onClose={onClose}>
      <StandingFields standing={standing} />
      {machine.refusedLabels.length > 0 && (
        <p class="hint">It was also started with {machine.refusedLabels.join(", ")}, which is not allowed.</p>
      )}
    </FormDialog>
  );
}
