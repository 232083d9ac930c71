import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { RepositoryDefaults } from "../../../client/repository_defaults.ts";
import { Button } from "../../kit/button.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { useFrame } from "../../shell/mod.ts";
import { DefaultsLine } from "./defaults.tsx";
import { DirectoryPicker } from "./directory_picker.tsx";
import { RepositoryState } from "./repository_state.tsx";

const MAX_KNOWN = 12;

/** The field for the repository with a picker, its state, and the defaults that were taken from it. */
export function RepositoryFields({ repository, defaults }: {
  repository: Signal<string>;
  defaults: RepositoryDefaults | null;
}) {
  const picking = useSignal(false);
  const known = useKnownDirectories((newest) => repository.value ||= newest);
  return (
    <>
      <Field
        label="Repository"
        hint="The absolute path of a directory on the service's machine; ~ is your home directory."
      >
        {(control) => (
          <span class="with-button">
            <input
              {...control}
              class="input mono"
              list="known-repositories"
              autocomplete="off"
              spellcheck={false}
              value={repository.value}
              onInput={(event) => repository.value = event.currentTarget.value}
            />
            <Button onPress={() => picking.value = !picking.value}>
              {picking.value ? "Close" : "Browse …"}
            </Button>
          </span>
        )}
      </Field>
      <datalist id="known-repositories">
        {known.value.map((path) => <option key={path} value={path} />)}
      </datalist>
      {picking.value && (
        <DirectoryPicker
          start={repository.value}
          onPick={(path) => {
            repository.value = path;
            picking.value = false;
          }}
        />
      )}
      <RepositoryState path={repository.value} />
      <DefaultsLine defaults={defaults} />
    </>
  );
}

/** Returns the directories of the newest runs without duplicates; `onNewest` receives the first one. */
function useKnownDirectories(onNewest: (directory: string) => void): Signal<readonly string[]> {
  const { call } = useFrame();
  const known = useSignal<readonly string[]>([]);
  useEffect(() => {
    call("GET /history", { query: { limit: 100 } }).then((runs) => {
      known.value = [...new Set(runs.map((run) => run.repoPath))].slice(0, MAX_KNOWN);
      onNewest(known.value[0] ?? "");
    }, () => {});
  }, []);
  return known;
}
