import { Link, useFindHref } from "../../kit/link.tsx";
import type { ComponentChildren } from "preact";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import type { Effect } from "../types.ts";
import { RunCard } from "./run_card.tsx";
import type { RunNumbers } from "./run_numbers.ts";

/** The label and tone of each kind of effect. */
const KINDS: Readonly<Record<Effect["kind"], { word: string; tone: Tone }>> = {
  run_created: { word: "run started", tone: "info" },
  guidance_added: { word: "guidance added", tone: "info" },
  plan_changed: { word: "plan changed", tone: "info" },
  run_paused: { word: "run paused", tone: "warning" },
  run_resumed: { word: "run resumed", tone: "info" },
  run_cancelled: { word: "run cancelled", tone: "warning" },
  memory_recorded: { word: "remembered", tone: "good" },
  approval_noted: { word: "approval noted", tone: "warning" },
  approval_rejected: { word: "approval rejected", tone: "warning" },
  answered: { word: "answered", tone: "neutral" },
  asked_back: { word: "question asked", tone: "neutral" },
  nothing: { word: "nothing changed", tone: "neutral" },
};

/** The effects of a message, each with a link. */
export function Effects({ effects, numbers }: { effects: readonly Effect[]; numbers: RunNumbers }) {
  if (effects.length === 0) return null;
  const started = effects.flatMap(({ kind, runId }) => kind === "run_created" && runId ? [runId] : []);
  return (
    <>
      <ul class="talk-effects" aria-label="What this changed">
        {effects.map((effect) => <EffectLine key={effect.id} effect={effect} numbers={numbers} />)}
      </ul>
      {started.map((id) => <RunCard key={id} id={id} />)}
    </>
  );
}

function EffectLine({ effect, numbers }: { effect: Effect; numbers: RunNumbers }) {
  const { kind, summary, runId, approvalId, memoryRecordId, planChange, recordIds = [] } = effect;
  const { word, tone } = KINDS[kind];
  return (
    <li class="row small">
      <Badge tone={tone}>{word}</Badge>
      <ShownText as="span" class="wrap-anywhere" text={summary} />
      {planChange && <PlanChange change={planChange} />}
      {approvalId && <Link to={approvalId} title={approvalId}>Review it</Link>}
      {runId && kind !== "run_created" && (
        <Link to={runId} title={runId}>{numbers.get(runId) ?? "the run"}</Link>
      )}
      {memoryRecordId && <Link to={memoryRecordId} title={memoryRecordId}>Memory record</Link>}
      <Sources ids={recordIds.filter((id) => id !== runId && id !== approvalId)} numbers={numbers} />
    </li>
  );
}

/** The tasks that were added to, removed from, or changed in a plan. */
export function PlanChange({ change: { added, removed, changed } }: {
  change: { added: readonly string[]; removed: readonly string[]; changed: readonly string[] };
}) {
  const groups = [["+", "Added", added], ["−", "Removed", removed], ["~", "Changed", changed]] as const;
  return (
    <>
      {groups.map(([sign, word, ids]) =>
        ids.length > 0 && (
          <span key={word} class="talk-plan-change">
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">{word}:</span> {ids.join(", ")}
          </span>
        )
      )}
    </>
  );
}

/** Returns the kind of a record from its id: "approval" of `approval_01J…`. */
const kindOf = (id: string): string => /^[a-z]+(?=_)/.exec(id)?.[0] ?? "record";

const SOURCES = 6;

/** The records that an answer is based on. */
function Sources({ ids, numbers }: { ids: readonly string[]; numbers: RunNumbers }) {
  const findHref = useFindHref();
  if (ids.length === 0) return null;
  return (
    <span class="hint">
      read from {ids.slice(0, SOURCES).map((id, i): ComponentChildren => {
        const href = findHref(id);
        return (
          <span key={id}>
            {i > 0 && ", "}
            {href
              ? <a href={href} title={id}>{numbers.get(id) ?? kindOf(id)}</a>
              : <span title={id}>{kindOf(id)}</span>}
          </span>
        );
      })}
      {ids.length > SOURCES && ` and ${ids.length - SOURCES} more`}
    </span>
  );
}
