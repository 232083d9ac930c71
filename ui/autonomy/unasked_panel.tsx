import { ShownLines } from "../kit/text/shown_text.tsx";
import { useResource } from "../shell/mod.ts";
import type { Unasked } from "./types.ts";

/** The number of list items that are shown before the rest is folded. */
const MAX_SHOWN = 5;

/** The actions that a run's workers took without asking. */
export function UnaskedPanel({ runId }: { runId: string }) {
  const resource = useResource(
    ({ call }) => call("GET /runs/:id/unasked", { params: { id: runId } }),
    ({ runid }) => runid === runId,
    runId,
  );
  const found = resource.value.value;
  if (found === null) return null;
  return (
    <section aria-label="Done without asking you">
      <h2>Done without asking you</h2>
      <p class="hint">{sentenceOf(found)}</p>
      <Folded
        label={`Commands (${found.commands.length})`}
        items={found.commands.map(({ command, times, network, because }) =>
          [
            command,
            times > 1 && `×${times}`,
            network && "with network",
            because === "admitted" && "allowed earlier",
          ]
            .filter(Boolean).join(" · ")
        )}
      />
      <Folded label={`Files (${found.files.length})`} items={found.files} />
      <Folded label={`Hosts (${found.hosts.length})`} items={found.hosts.map(({ host }) => host)} />
      <Folded
        label={`Refused (${found.refused.length})`}
        items={found.refused.map(({ title }) => title)}
      />
      {found.omitted > 0 && <p class="hint">{found.omitted} more are in the timeline.</p>}
    </section>
  );
}

/** What each setting of the dial meant for the run. */
const DIAL_MEANT: Readonly<Record<Unasked["dial"], string>> = {
  everything: "coding agents asked before each edit and each command",
  border: "workers asked only about what reached beyond the sandbox",
  closed: "what reached beyond the sandbox was refused without asking",
};

const sentenceOf = ({ dial, asked }: Unasked): string =>
  `The repository's dial was "${dial}" when the run started: ${DIAL_MEANT[dial]}. ${
    asked === 0
      ? "You were not asked anything."
      : asked === 1
      ? "You were asked one question."
      : `You were asked ${asked} questions.`
  }`;

function Folded({ label, items }: { label: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <details open={items.length <= MAX_SHOWN}>
      <summary>{label}</summary>
      <ul class="unasked-list">
        {items.map((item) => (
          <li key={item}>
            <ShownLines as="code" text={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}
