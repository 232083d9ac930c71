import { useSignal } from "@preact/signals";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { useDraft } from "../../kit/forms/use_draft.ts";
import { SelectField } from "../../kit/forms/select.tsx";
import { firstLine } from "../../../client/words.ts";
import { useFrame, useResource } from "../../shell/mod.ts";
import { StatementText } from "../common/statement_text.tsx";
import type { MemoryCandidate } from "../common/types.ts";

/** The maximum number of records that can be chosen to be replaced. */
const MAX_OFFERED = 100;

/** Promotes or rejects a candidate. */
export function DecideDialog({ candidate, as, onClose }: {
  candidate: MemoryCandidate;
  as: "promote" | "reject";
  onClose: () => void;
}) {
  const { call, toasts } = useFrame();
  const kept = useDraft(`candidate.${candidate.id}.${as}`, "");
  const reason = kept.value;
  const supersedes = useSignal("");
  const submit = async () => {
    const params = { id: candidate.id };
    const why = reason.value.trim() ? { reason: reason.value.trim() } : {};
    if (as === "promote") {
      const body = { ...why, ...(supersedes.value && { supersedes: supersedes.value }) };
      await call("POST /memory/candidates/:id/promote", { params, body });
    } else await call("POST /memory/candidates/:id/reject", { params, body: why });
    kept.sent();
    toasts.say(as === "promote" ? "Added to memory." : "Rejected. It will not be proposed again.");
    onClose();
  };
  return (
    <FormDialog
      title={as === "promote" ? "Promote this candidate?" : "Reject this candidate?"}
      action={as === "promote" ? "Promote" : "Reject"}
      danger={as === "reject"}
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <StatementText text={candidate.content} />
      {as === "promote" && (
        <Replaces
          candidate={candidate}
          value={supersedes.value}
          onChange={(id) => supersedes.value = id}
        />
      )}
      <Field label="Why" hint="Optional.">
        {(control) => (
          <textarea
            {...control}
            class="input"
            rows={2}
            value={reason.value}
            onInput={(event) => reason.value = event.currentTarget.value}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function Replaces({ candidate: { scope, scopeId }, value, onChange }: {
  candidate: MemoryCandidate;
  value: string;
  onChange: (id: string) => void;
}) {
  const same = { status: "active" as const, scope, ...(scopeId && { scopeId }), limit: MAX_OFFERED };
  const records = useResource(({ call }) => call("GET /memory", { query: same }), () => false);
  const offered = records.value.value ?? [];
  if (offered.length === 0) return null;
  return (
    <SelectField
      label="Replaces"
      hint="The old record is archived, and the two are linked."
      options={[
        { value: "", label: "none" },
        ...offered.map(({ id, content }) => ({
          value: id,
          label: firstLine(content).slice(0, 100),
        })),
      ]}
      value={value}
      onPick={onChange}
    />
  );
}
