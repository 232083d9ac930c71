import { useSignal } from "@preact/signals";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Copy } from "../kit/text/code.tsx";
import { labelsIn } from "../kit/forms/place_fields.tsx";
import { StandingFields, trustOf, useStanding } from "./standing.tsx";
import { useFrame } from "../shell/mod.ts";

/** Invites a machine, then shows once what to run on it. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { call } = useFrame();
  const name = useSignal("");
  const repos = useSignal("");
  const allowUnconfined = useSignal(false);
  const standing = useStanding({ trust: [], allowedLabels: [], group: null });
  const command = useSignal<string | null>(null);
  const invite = async () => {
    const body = {
      name: name.value.trim(),
      repos: repos.value.split(",").map((path) => path.trim()).filter(Boolean),
      allowUnconfined: allowUnconfined.value,
      labels: labelsIn(standing.labels.value),
      trust: trustOf(standing),
      ...(standing.group.value.trim() && { group: standing.group.value.trim() }),
    };
    command.value = (await call("POST /workers", { body })).command;
  };
  if (command.value !== null) {
    return (
      <Dialog
        title={`Run this on ${name.value.trim()}`}
        wide
        onClose={onClose}
        foot={<Button kind="primary" onPress={onClose}>Done</Button>}
      >
        <Copy text={command.value} what="the command" />
        <p class="hint">
          The code is shown once. It is valid for one machine and one hour. If the certificate of this service
          is not one that the machine trusts, add <code>--ca</code> and the file.
        </p>
      </Dialog>
    );
  }
  return (
    <FormDialog title="Invite a worker machine" action="Invite" onSubmit={invite} onClose={onClose}>
      <Field label="Name">
        {(field) => (
          <input
            class="input"
            {...field}
            required
            maxLength={63}
            value={name.value}
            onInput={(event) => name.value = event.currentTarget.value}
          />
        )}
      </Field>
      <Field label="Directories that it may see, separated by commas (all if empty)">
        {(field) => (
          <input
            class="input mono"
            {...field}
            placeholder="/srv/shop, /srv/site"
            value={repos.value}
            onInput={(event) => repos.value = event.currentTarget.value}
          />
        )}
      </Field>
      <StandingFields standing={standing} />
      <label class="row">
        <input
          type="checkbox"
          checked={allowUnconfined.value}
          onChange={(event) => allowUnconfined.value = event.currentTarget.checked}
        />
        Give it work even if it has no sandbox
      </label>
    </FormDialog>
  );
}
