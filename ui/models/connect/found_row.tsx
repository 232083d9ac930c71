import { Badge, type Tone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { FoundProvider } from "../common/types.ts";

const STATES: Readonly<Record<Exclude<FoundProvider["state"], "absent">, { tone: Tone; label: string }>> = {
  ready: { tone: "good", label: "ready" },
  needs_key: { tone: "warning", label: "needs a key" },
  needs_server: { tone: "warning", label: "needs a model server" },
  not_ready: { tone: "warning", label: "not ready" },
};

/** An agent whose own configuration names the server of its models. */
const CONFIGURED: typeof STATES.ready = { tone: "good", label: "configured" };

/** A model server, service or agent that can be connected, with its next step. */
export function FoundRow({ found, busy, disabled, onUse, onKey, onServer }: {
  found: FoundProvider;
  busy: boolean;
  disabled: boolean;
  onUse: () => void;
  onKey: () => void;
  onServer: () => void;
}) {
  const { id, label, state, detail, models, kind, lacks, login } = found;
  if (state === "absent") return null;
  const serverAction = lacks?.baseUrl ? "Use its server" : "Give its server …";
  const badge = lacks?.baseUrl ? CONFIGURED : STATES[state];
  return (
    <li class="found-row">
      <div class="grow">
        <div class="row">
          <strong>{label}</strong>
          <Badge tone={badge.tone} dot>{badge.label}</Badge>
        </div>
        <p class="hint small wrap-anywhere">
          <ShownText text={detail} />
          {kind !== "agent" && models.length > 0 && ` ${models.join(", ")}`}
        </p>
        {lacks && login && (
          <p class="hint small wrap-anywhere">
            To give it a login of its own instead of a key, run{" "}
            <code>agent-harness connect {id} --login</code> in a terminal.
          </p>
        )}
      </div>
      {state === "ready" && (
        <Button small busy={busy} disabled={disabled} onPress={onUse} label={`Try and use ${label}`}>
          Try and use
        </Button>
      )}
      {lacks && (
        <Button small busy={busy} disabled={disabled} onPress={onServer} label={`${serverAction} (${label})`}>
          {serverAction}
        </Button>
      )}
      {state === "needs_key" && (
        <Button small busy={busy} disabled={disabled} onPress={onKey} label={`Paste a key for ${label}`}>
          Paste a key …
        </Button>
      )}
    </li>
  );
}
