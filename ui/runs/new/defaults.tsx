import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import {
  defaultIn,
  fileWarning,
  originWords,
  type RepositoryDefaults,
} from "../../../client/repository_defaults.ts";
import { useFrame } from "../../shell/mod.ts";
import type { RunRequest } from "../types.ts";

const NAMES = ["verifier", "setup", "worker"] as const;
type Fields = Record<typeof NAMES[number], Signal<string>>;

/** The pause in typing before the defaults of a path are read. */
const SETTLE_MILLISECONDS = 350;

/** Returns a worker `provider/model` as a value of the list of workers. */
const asChoice = (text: string): string => text.replace("/", "\n");

/**
 * The defaults of the repository at a path, put into the fields that have not been edited; replaces those of the previous
 * repository. Null until they are known, or if the repository does not exist.
 */
export function useDefaults(path: string, fields: Fields): Signal<RepositoryDefaults | null> {
  const { call } = useFrame();
  const defaults = useSignal<RepositoryDefaults | null>(null);
  const filled = useRef<Partial<Record<keyof Fields, string>>>({});
  useEffect(() => {
    defaults.value = null;
    const fill = (found: RepositoryDefaults | null) => {
      defaults.value = found;
      for (const name of NAMES) {
        if (fields[name].value !== (filled.current[name] ?? "")) continue;
        const value = found && defaultIn(found, name)?.value || "";
        fields[name].value = filled.current[name] = name === "worker" ? asChoice(value) : value;
      }
    };
    if (!path.trim()) return fill(null);
    const abort = new AbortController();
    const timer = setTimeout(() => {
      call("GET /repositories/defaults", { query: { repoPath: path.trim() } }, { signal: abort.signal })
        .then(fill, () => abort.signal.aborted || fill(null));
    }, SETTLE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [path]);
  return defaults;
}

/** Returns the setup of a request: nothing for the default, which the service knows, and none if it was emptied. */
export function setupOf(
  typed: string,
  defaults: RepositoryDefaults | null,
): Pick<RunRequest, "setup"> {
  const held = defaults && defaultIn(defaults, "setup")?.value;
  if (typed === (held ?? "")) return {};
  return { setup: typed === "" ? null : { command: typed } };
}

/** A note on which fields were filled in, and from where. Its line is reserved, so that nothing moves. */
export function DefaultsLine({ defaults }: { defaults: RepositoryDefaults | null }) {
  const found = defaults
    ? NAMES.map((name) => defaultIn(defaults, name)).filter((each) => each !== null)
    : [];
  const warning = defaults && fileWarning(defaults);
  const words = found.map((each) => `${each.id} ${originWords(each)}`).join(", ");
  return (
    <p class="row hint repository-state" role="status">
      {words && `Defaults: ${words}.`}
      {warning && (
        <span>
          {warning} <a href="/dashboard/repositories">See Repositories</a>
        </span>
      )}
    </p>
  );
}
