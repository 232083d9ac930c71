import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { useFrame } from "../shell/mod.ts";
import { CHANGES_PATH } from "./types.ts";

/** Imports an agent of another program as a change that a human decides, with the result for each of its lines. */
export function ImportAgentDialog({ onClose }: { onClose: () => void }) {
  const { call, navigate } = useFrame();
  const kept = useDraft("profile.imported", { content: "", role: "worker" });
  const draft = kept.value;
  const submit = async () => {
    const { content, role } = draft.value;
    await call("POST /agent-profile-changes", {
      body: { import: { format: "claude-agent", content }, proposed: { role: role.trim() } },
    });
    kept.sent();
    navigate(CHANGES_PATH);
  };
  return (
    <FormDialog
      title="Import an agent"
      action="Ask for it"
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="File"
        hint="One of .claude/agents. It becomes a change, which holds once a human has approved it."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            class="input"
            accept=".md"
            onChange={async ({ currentTarget: { files } }) => {
              const content = await files?.[0]?.text();
              if (content !== undefined) draft.value = { ...draft.value, content };
            }}
          />
        )}
      </Field>
      <Field label="Its text">
        {(control) => (
          <textarea
            {...control}
            {...draftInput(draft, "content")}
            class="code"
            required
            rows={10}
            spellcheck={false}
          />
        )}
      </Field>
      <Field label="Role" hint="What it is for, such as worker or reviewer.">
        {(control) => <input {...control} {...draftInput(draft, "role")} required />}
      </Field>
    </FormDialog>
  );
}
