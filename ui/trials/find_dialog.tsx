import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { draftInput } from "../kit/forms/draft_input.ts";
import { useFrame } from "../shell/mod.ts";
import { TRIALS_PATH } from "./types.ts";

/** Asks for a repository and looks for cases in its past. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const { call, navigate } = useFrame();
  const kept = useDraft("trial.new", {
    repoPath: "",
    verifier: "",
    setup: "",
    commits: "200",
    maxMinutes: "60",
  });
  const draft = kept.value;
  const submit = async () => {
    const { repoPath, verifier, setup, commits, maxMinutes } = draft.value;
    const { id } = await call("POST /trials", {
      body: {
        repoPath: repoPath.trim(),
        ...(verifier.trim() && { verifier: verifier.trim() }),
        ...(setup.trim() && { setup: setup.trim() }),
        commits: Number(commits),
        maxMinutes: Number(maxMinutes),
      },
    });
    kept.sent();
    onClose();
    navigate(`${TRIALS_PATH}/${id}`);
  };
  return (
    <FormDialog title="Find cases" action="Find" wide draft={kept} onSubmit={submit} onClose={onClose}>
      <Field label="Repository" hint="The absolute path of a directory with a whole history.">
        {(control) => <input {...control} {...draftInput(draft, "repoPath")} required spellcheck={false} />}
      </Field>
      <Field
        label="Verifier"
        hint="The command that says whether a result works. Empty for the repository's own."
      >
        {(control) => <input {...control} {...draftInput(draft, "verifier")} spellcheck={false} />}
      </Field>
      <Field
        label="Setup"
        hint="Prepares the files of each case, with network access. Empty for the repository's own."
      >
        {(control) => <input {...control} {...draftInput(draft, "setup")} spellcheck={false} />}
      </Field>
      <div class="form-row">
        <Field label="Commits" hint="The newest are looked at first.">
          {(control) => (
            <input {...control} {...draftInput(draft, "commits")} type="number" min={1} max={5000} required />
          )}
        </Field>
        <Field label="Minutes" hint="How long cases are proved at most.">
          {(control) => (
            <input
              {...control}
              {...draftInput(draft, "maxMinutes")}
              type="number"
              min={1}
              max={1440}
              required
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
