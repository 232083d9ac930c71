import { Badge, type Tone } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { ShownText } from "../../kit/text/shown_text.tsx";
import type { FoundProvider } from "../common/types.ts";

const STATES: Readonly<Record<Exclude<FoundProvider["state"], "absent">, { tone: Tone; label: string }>> = {
  ready: { tone: "good", label: "ready" },
  needs_key: { tone: "warning", label: "needs a key" },
  not_ready: { tone: "warning", label: "not ready" },
};

/** A model server, service or agent that can be connected, with its next step. */
export function FoundRow({ found, busy, disabled, onUse, onKey }: {
  found: FoundProvider;
  busy: boolean;
  disabled: boolean;
  onUse: () => void;
  onKey: () => void;
}) {
  const { label, state, detail, models, kind } = found;
  if (state === "absent") return null;
  return (
    <li class="found-row">
      <div class="grow">
        <div class="row">
          <strong>{label}</strong>
          <Badge tone={STATES[state].tone} dot>{STATES[state].label}</Badge>
        </div>
        <p class="hint small wrap-anywhere">
          <ShownText text={detail} />
          {kind !== "agent" && models.length > 0 && ` ${models.join(", ")}`}
        </p>
      </div>
      {state === "ready" && (
        <Button small busy={busy} disabled={disabled} onPress={onUse} label={`Try and use ${label}`}>
          Try and use
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
