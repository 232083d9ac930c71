import { useSignal } from "@preact/signals";
import { Confirm } from "../kit/confirm.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Secret } from "./types.ts";

/** Asks for confirmation before the value of a secret is removed. */
export function DeleteDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const remove = async () => {
    busy.value = true;
    const params = { id: secret.id };
    const done = await toasts.attempt(
      () => call("POST /secrets/:id/delete", { params }),
      () => `${secret.name} is deleted.`,
    );
    busy.value = false;
    if (done) onClose();
  };
  return (
    <Confirm
      title={`Delete ${secret.name}?`}
      action="Delete the secret"
      danger
      busy={busy.value}
      onConfirm={() => remove()}
      onClose={onClose}
    >
      <p>
        Its value is overwritten and removed. Anything that needs it fails from then on. This cannot be
        undone. The record of its existence and use is kept.
      </p>
    </Confirm>
  );
}
