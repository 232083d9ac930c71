import { useRef } from "preact/hooks";
import { changeProviderKey } from "../../../client/provider_key.ts";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { ValueField, type ValueHandle } from "../../secrets/value_field.tsx";
import { useFrame } from "../../shell/mod.ts";

/** Asks for the key of a hosted service. It is never kept in the state of the page, and removed once sent. */
export function KeyForm({ id, label, onStored, onClose }: {
  id: string;
  label: string;
  onStored: () => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const value = useRef<ValueHandle>(null);
  const submit = async () => {
    await changeProviderKey(call, id, value.current?.take() ?? "");
    onStored();
  };
  return (
    <FormDialog title={`The key of ${label}`} action="Store and try it" onSubmit={submit} onClose={onClose}>
      <ValueField
        label="Key"
        hint="It is encrypted on this machine and sent only to this provider."
        handle={value}
      />
    </FormDialog>
  );
}
