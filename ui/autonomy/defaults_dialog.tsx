import { useSignal } from "@preact/signals";
import { defaultIn, originWords, type RepositoryDefaults } from "../../client/repository_defaults.ts";
import { Banner } from "../kit/banner.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Skeleton } from "../kit/skeleton.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { DefaultsFile } from "./defaults_file.tsx";

const FIELDS = [
  { id: "verifier", label: "Verifier", placeholder: "npm test" },
  { id: "setup", label: "Setup", placeholder: "npm ci" },
  { id: "worker", label: "Worker", placeholder: "provider/model" },
  { id: "needs", label: "Needs: labels of machines that can verify results", placeholder: "gpu, linux" },
  { id: "place", label: "Place: here, if work must not leave this machine", placeholder: "here" },
] as const;

type Props = { root: string; onClose: () => void };

/** The defaults for runs in a repository: each value with its origin, and the defaults file. */
export function DefaultsDialog({ root, onClose }: Props) {
  const resource = useResource(
    ({ call }) => call("GET /repositories/defaults", { query: { repoPath: root } }),
    ({ type }) => type.startsWith("defaults."),
    root,
  );
  const { value: { value: defaults }, problem } = resource;
  if (defaults) return <Form key={root} defaults={defaults} onChange={resource.set} onClose={onClose} />;
  return (
    <Dialog title="Defaults" wide onClose={onClose}>
      {problem.value
        ? <Banner tone="bad">{problem.value}</Banner>
        : <Skeleton lines={4} label="Loading the defaults" />}
    </Dialog>
  );
}

function Form({ defaults, onChange, onClose }: {
  defaults: RepositoryDefaults;
  onChange: (defaults: RepositoryDefaults) => void;
  onClose: () => void;
}) {
  const { call } = useFrame();
  const { root: repoPath } = defaults;
  const typed = useSignal<Record<string, string>>({});
  const save = async () => {
    // An emptied field is cleared; an untouched one stays as it is.
    const body = Object.fromEntries(
      Object.entries(typed.value).map(([id, text]) => [id, text.trim() || null] as const)
        .filter(([id, value]) => value !== (defaults.items.find((item) => item.id === id)?.value ?? null)),
    );
    if (Object.keys(body).length > 0) {
      await call("POST /repositories/defaults", { body: { repoPath, ...body } });
    }
    onClose();
  };
  return (
    <FormDialog title="Defaults" action="Save" wide onSubmit={save} onClose={onClose}>
      <p class="hint">
        For runs in <span class="path">{repoPath}</span>{" "}
        where you name nothing else. Of what you name in a run, only a setup that worked is kept.
      </p>
      {FIELDS.map(({ id, label, placeholder }) => {
        const held = defaultIn(defaults, id);
        return (
          <Field key={id} label={label} hint={held ? hintOf(originWords(held)) : "None."}>
            {(control) => (
              <input
                {...control}
                class="input mono"
                placeholder={placeholder}
                spellcheck={false}
                value={typed.value[id] ?? held?.value ?? ""}
                onInput={(event) => typed.value = { ...typed.value, [id]: event.currentTarget.value }}
              />
            )}
          </Field>
        );
      })}
      <DefaultsFile defaults={defaults} onChange={onChange} />
    </FormDialog>
  );
}

const hintOf = (words: string): string => `${words.replace(/^[a-z]/, (letter) => letter.toUpperCase())}.`;
