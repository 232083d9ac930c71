import { useEffect, useRef } from "preact/hooks";
import { Badge, type Tone } from "../kit/badge.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { Time } from "../kit/text/time.tsx";
import { TimedText } from "../kit/text/timed_text.tsx";
import { useFrame } from "../shell/mod.ts";
import { type OverviewState, pathOfNeed } from "../shell/overview.ts";
import { NeedActions } from "./need_actions.tsx";
import { waitsForPick } from "../runs/types.ts";
import type { HomeStore } from "./store.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

type Need = OverviewState["needsMe"][number];

/** The items that wait for a person, the most urgent first, a line each; the selected one says more. */
export function Needs({ snapshot, store }: { snapshot: OverviewState; store: HomeStore }) {
  const { needsMe, counts } = snapshot;
  const all = counts.needsMe ?? needsMe.length;
  return (
    <section class="panel home-needs" aria-labelledby="needs-me">
      <div class="panel-head">
        <h2 id="needs-me">Needs you</h2>
        <span class={all > 0 ? "count count-loud" : "count"}>{all.toLocaleString("en")}</span>
      </div>
      {needsMe.length === 0
        ? (
          <EmptyState title="Nothing needs you">
            <p>
              When a run has a patch to write, an agent wants to run a new command, or something is stuck, it
              appears here until you decide.
            </p>
          </EmptyState>
        )
        : (
          <ul class="need-list">
            {needsMe.map((need, i) => (
              <NeedLine
                key={need.id}
                need={need}
                isPick={snapshot.activeRunSummaries.some((run) => run.id === need.runId && waitsForPick(run))}
                selected={i === store.selected.value}
              />
            ))}
          </ul>
        )}
      {all > needsMe.length && (
        <p class="panel-body hint small">
          {(all - needsMe.length).toLocaleString("en")} more: see <a href="/dashboard/approvals">Approvals</a>
          {" "}
          and <a href="/dashboard/inbox">Inbox</a>.
        </p>
      )}
    </section>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  info: "neutral",
  warning: "warning",
  error: "bad",
  critical: "bad",
};

const VERBS: Readonly<Record<string, string>> = {
  approval: "Review",
  paused: "Open",
  blocker: "Open",
  security: "Open",
  connection: "Fix",
  effect: "Settle",
};

/** Reports whether an item blocks more than the run in its title. */
const holdsMore = ({ kind, blocks }: Need): boolean =>
  kind === "approval" ? blocks.taskSessions > 0 : blocks.runs + blocks.taskSessions > 0;

function NeedLine({ need, isPick, selected }: { need: Need; isPick: boolean; selected: boolean }) {
  const { places } = useFrame();
  const path = pathOfNeed(places, need);
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected && document.activeElement === document.body) {
      line.current?.scrollIntoView({ block: "nearest" });
    }
  }, [selected]);
  return (
    <li ref={line} class={selected ? "need need-selected" : "need"}>
      <div class="need-words">
        <a class="line-title one-line" href={path}>
          <ShownText text={need.title} />
        </a>
        <Badge tone={TONES[need.severity] ?? "neutral"}>{isPick ? "race" : need.kind}</Badge>
        <span class={selected ? "need-detail wrap-anywhere" : "need-detail hint one-line"}>
          <ShownLines text={need.detail} />
        </span>
        <span class="hint small">
          <Time at={need.since} />
        </span>
        {selected && (
          <p class="need-more hint small wrap-anywhere">
            {holdsMore(need) && (
              <>
                Blocks: <ShownLines text={need.blocks.detail} />
                {" "}
              </>
            )}
            If you do nothing: <TimedText text={need.ifIgnored} />
          </p>
        )}
      </div>
      <div class="row">
        <NeedActions need={need} />
        {VERBS[need.kind] && (
          <a class={need.kind === "approval" || isPick ? "button button-primary" : "button"} href={path}>
            {isPick ? "Pick a result" : VERBS[need.kind]}
          </a>
        )}
      </div>
    </li>
  );
}
