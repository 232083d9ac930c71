import { useSignal } from "@preact/signals";
import { fileWarning, type RepositoryDefaults } from "../../client/repository_defaults.ts";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Code } from "../kit/text/code.tsx";
import { DiffText } from "../kit/text/diff_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame } from "../shell/mod.ts";

type State = RepositoryDefaults["file"]["state"];

/** The tone of each state of the file. */
const TONES: Readonly<Record<State, Tone>> = {
  none: "neutral",
  proposed: "warning",
  changed: "warning",
  invalid: "bad",
  admitted: "good",
};

/** The state of a repository's `.agent-harness.json`; renders nothing without one. */
export const FileBadge = ({ state }: { state: State }) =>
  state === "none" ? null : <Badge tone={TONES[state]} title=".agent-harness.json">file {state}</Badge>;

/** The `.agent-harness.json` of a repository: its content, its changes, and its admission. */
export function DefaultsFile({ defaults, onChange }: {
  defaults: RepositoryDefaults;
  onChange: (defaults: RepositoryDefaults) => void;
}) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const { root: repoPath, file: { state, sha256, text, difference, issues, notes, admittedAt } } = defaults;
  if (state === "none" && admittedAt === null) return null;
  const ask = async (work: () => Promise<RepositoryDefaults>) => {
    busy.value = true;
    await toasts.attempt(async () => onChange(await work()));
    busy.value = false;
  };
  const warning = fileWarning(defaults);
  const mayAdmit = sha256 !== null && (state === "proposed" || state === "changed");
  return (
    <section class="stack" aria-label=".agent-harness.json">
      <div class="row">
        <h3 class="grow">.agent-harness.json</h3>
        <FileBadge state={state} />
      </div>
      {warning && <Banner tone={state === "invalid" ? "bad" : "warning"}>{warning}</Banner>}
      {issues.length > 1 && (
        <ul>
          {issues.slice(1).map(({ id, line, column, message }) => (
            <li key={id}>Line {line}, column {column}: {message}</li>
          ))}
        </ul>
      )}
      {notes.map((note) => <p class="hint" key={note}>{note}</p>)}
      {difference !== null
        ? <DiffText text={difference} label="What has changed" />
        : text !== null && <Code text={text} label="What the file says" wrap />}
      <div class="row">
        {state === "admitted" && (
          <span class="hint grow">
            Admitted <Time at={admittedAt!} />.
          </span>
        )}
        {mayAdmit && (
          <Button
            busy={busy.value}
            onPress={() =>
              ask(() => call("POST /repositories/defaults/file/admit", { body: { repoPath, sha256 } }))}
          >
            Admit the file as it is
          </Button>
        )}
        {admittedAt !== null && (
          <Button
            kind="quiet"
            busy={busy.value}
            onPress={() => ask(() => call("POST /repositories/defaults/file/revoke", { body: { repoPath } }))}
          >
            Revoke the admission
          </Button>
        )}
      </div>
    </section>
  );
}
