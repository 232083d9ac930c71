import { Badge, Status } from "../kit/badge.tsx";
import { createListing } from "../kit/listing.ts";
import { ListEnd } from "../kit/list_end.tsx";
import { ListView } from "../kit/list_view.tsx";
import { type Frame, useLive, usePageStore } from "../shell/mod.ts";
import type { Change } from "./types.ts";

const createChangesStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /agent-profile-changes", { query: { limit } }));

/** Changes of what agents may do. */
export function ChangesTab() {
  const list = usePageStore(createChangesStore);
  useLive(({ type }) => type.startsWith("agent_profile_change."), () => void list.show(null));
  return (
    <ListView
      items={list.items.value}
      problem={list.problem.value}
      lines={4}
      empty={
        <p class="hint">
          No changes yet. What widens a profile, and the release of a skill, is asked for here.
        </p>
      }
    >
      {(changes) => (
        <>
          <ul class="plain-list" aria-label="Changes">
            {changes.map((change) => <ChangeItem key={change.id} change={change} />)}
          </ul>
          <ListEnd list={list} />
        </>
      )}
    </ListView>
  );
}

const TONES = { widens: "warning", narrows: "good", neutral: "neutral" } as const;

function ChangeItem({ change }: { change: Change }) {
  const { kind, targetId, status, risk, diff, evidence, approvalId } = change;
  return (
    <li class="panel stack">
      <span class="row">
        <strong class="wrap-anywhere">
          {kind === "profile" ? "Profile" : "Release of the skill"} {targetId ?? "(new)"}
        </strong>
        <Status status={status} />
        <span class="hint small">risk {risk}</span>
        {status === "pending" && <a href={`/dashboard/approvals/${approvalId}`}>Review</a>}
      </span>
      <ul class="small">
        {diff.map(({ id, path, effect }) => (
          <li key={id} class="wrap-anywhere">
            <Badge tone={TONES[effect]}>{effect}</Badge> {path}
          </li>
        ))}
      </ul>
      {evidence.map(({ id, label, detail }) => (
        <details key={id}>
          <summary>{label}</summary>
          <pre class="wrap-anywhere">{detail}</pre>
        </details>
      ))}
    </li>
  );
}
