import { Badge, Status } from "../kit/badge.tsx";
import { createListing } from "../kit/lists/listing.ts";
import { ListView } from "../kit/lists/list_view.tsx";
import { type Frame, useLive, usePageStore } from "../shell/mod.ts";
import type { ProfileChange } from "./types.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

const createChangesStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /agent-profile-changes", { query: { limit } }));

/** The changes of permissions that need a decision. */
export function ChangesTab() {
  const list = usePageStore(createChangesStore);
  useLive(({ type }) => type.startsWith("agent_profile_change."), () => void list.show(null));
  return (
    <ListView
      list={list}
      lines={4}
      empty={
        <p class="hint">
          No changes yet. Changes that extend a profile, release a skill, or enable a connector appear here.
        </p>
      }
    >
      {(changes) => (
        <ul class="plain-list" aria-label="Changes">
          {changes.map((change) => <ChangeItem key={change.id} change={change} />)}
        </ul>
      )}
    </ListView>
  );
}

const KINDS: Readonly<Record<ProfileChange["kind"], string>> = {
  profile: "Profile",
  skill_release: "Release of the skill",
  capability: "Enabling the connector",
  worker_choice: "Preferred worker",
};

const LOSS_TONES = { imported: "good", changed: "info", refused: "warning" } as const;
const TONES = { widens: "warning", narrows: "good", neutral: "neutral" } as const;

/** Returns a value of a profile as text; "nothing" if it is empty or missing. */
const words = (value: unknown): string =>
  value === undefined || value === null || value === ""
    ? "nothing"
    : typeof value === "string"
    ? value
    : JSON.stringify(value);

function ChangeItem({ change }: { change: ProfileChange }) {
  const { kind, targetId, status, risk, diff, evidence, approvalId, losses } = change;
  return (
    <li class="panel">
      <div class="panel-body stack">
        <span class="row">
          <strong class="wrap-anywhere">
            {KINDS[kind]} {targetId ?? "(new)"}
          </strong>
          <Status status={status} />
          <span class="hint small">risk {risk}</span>
          {status === "pending" && <a href={`/dashboard/approvals/${approvalId}`}>Review</a>}
        </span>
        <ul class="small">
          {diff.map(({ id, path, before, after, effect }) => (
            <li key={id} class="wrap-anywhere">
              <Badge tone={TONES[effect]}>{effect}</Badge> <ShownText text={path} />:{" "}
              <ShownLines text={words(before)} /> → <ShownLines text={words(after)} />
            </li>
          ))}
        </ul>
        {losses && (
          <details>
            <summary>Result for each line of the imported file</summary>
            <ul class="small" aria-label="Lines of the imported file">
              {losses.map(({ id, line, status, why }) => (
                <li key={id} class="wrap-anywhere">
                  <Badge tone={LOSS_TONES[status]}>{status}</Badge> line {line}: <ShownLines text={why} />
                </li>
              ))}
            </ul>
          </details>
        )}
        {evidence.map(({ id, label, detail }) => (
          <details key={id}>
            <ShownText as="summary" text={label} />
            <pre class="wrap-anywhere"><ShownLines text={detail} /></pre>
          </details>
        ))}
      </div>
    </li>
  );
}
