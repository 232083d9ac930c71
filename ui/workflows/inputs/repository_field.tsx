import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Field } from "../../kit/forms/field.tsx";
import { useFrame } from "../../shell/mod.ts";

/** The field for the repository of a workflow, with those of earlier runs as suggestions. */
export function RepositoryField({ path, required = false, hint }: {
  path: Signal<string>;
  required?: boolean;
  hint: string;
}) {
  const { call } = useFrame();
  const known = useSignal<readonly string[]>([]);
  useEffect(() => {
    call("GET /history", { query: { limit: 100 } }).then((runs) => {
      known.value = [...new Set(runs.map((run) => run.repoPath))].slice(0, 12);
      path.value ||= known.value[0] ?? "";
    }, () => {});
  }, []);
  return (
    <>
      <Field label="Repository" hint={hint}>
        {(control) => (
          <input
            {...control}
            class="input mono"
            list="workflow-repositories"
            autocomplete="off"
            spellcheck={false}
            required={required}
            value={path.value}
            onInput={(event) => path.value = event.currentTarget.value}
          />
        )}
      </Field>
      <datalist id="workflow-repositories">
        {known.value.map((each) => <option key={each} value={each} />)}
      </datalist>
    </>
  );
}
