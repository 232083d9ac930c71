import { useSignal } from "@preact/signals";
import { Confirm } from "../../kit/confirm.tsx";
import { useFrame } from "../../shell/mod.ts";
import { StatementText } from "../common/statement_text.tsx";
import type { MemoryRecord } from "../common/types.ts";

/** Asks for confirmation before a record is archived, which cannot be undone. */
export function ArchiveDialog({ record, onClose }: { record: MemoryRecord; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const archive = async () => {
    busy.value = true;
    const params = { id: record.id };
    const done = await toasts.attempt(
      () => call("POST /memory/:id/archive", { params }),
      () => "The record is archived.",
    );
    busy.value = false;
    if (done) onClose();
  };
  return (
    <Confirm
      title="Archive this record?"
      action="Archive the record"
      busy={busy.value}
      onConfirm={() => archive()}
      onClose={onClose}
    >
      <StatementText text={record.content} />
      <p>
        Runs no longer get it. You can still read it here, with its history. To change what it says, replace
        it instead.
      </p>
    </Confirm>
  );
}
