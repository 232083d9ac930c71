import { LastUses } from "../kit/text/last_uses.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/lists/card.tsx";
import { Copy } from "../kit/text/code.tsx";
import { Fact } from "../kit/panel.tsx";
import { Time } from "../kit/text/time.tsx";
import { counted } from "../../client/words.ts";
import { CLASS_WORDS } from "./class_words.ts";
import type { Secret, SecretStatus } from "./types.ts";

const TONES: Readonly<Record<Secret["materialStatus"], Tone>> = {
  present: "good",
  missing: "bad",
  unreadable: "bad",
  unchecked: "neutral",
  removed: "neutral",
};

/** A secret: the source of its value, whether it is available, and its uses. */
export function SecretCard({ secret, status, onRotate, onDelete }: {
  secret: Secret;
  status: SecretStatus | undefined;
  onRotate: () => void;
  onDelete: () => void;
}) {
  const present = secret.status === "present";
  return (
    <Card off={!present}>
      <div class="row">
        <h2 class="secret-name">{secret.name}</h2>
        <Badge tone={TONES[secret.materialStatus]} dot>{secret.materialStatus}</Badge>
        <Badge>{secret.kind}</Badge>
        {secret.provider && <Badge>{secret.provider}</Badge>}
        <span class="grow" />
        <span class="hint small">
          {secret.lastUsedAt
            ? (
              <>
                last used <Time at={secret.lastUsedAt} />
              </>
            )
            : "never used"}
        </span>
      </div>
      <p class="small wrap-anywhere">
        {CLASS_WORDS[secret.storageClass].label}
        {secret.reference && (
          <>
            : <ShownText as="code" text={secret.reference} />
          </>
        )}
        {secret.redactedPreview && (
          <>
            , ends in <code>{secret.redactedPreview}</code>
          </>
        )}
      </p>
      {status && secret.materialStatus !== "present" && (
        <p class="small wrap-anywhere">{status.detail} {status.fix && <strong>{status.fix}</strong>}</p>
      )}
      <div class="card-foot">
        <details class="small">
          <summary>
            Version {secret.version}, given out {counted(secret.receipts.total, "time")}
          </summary>
          <Details secret={secret} />
        </details>
        {present && (
          <span class="row">
            <Button small onPress={onRotate} label={`Rotate … ${secret.name}`}>Rotate …</Button>
            <Button small kind="danger" onPress={onDelete} label={`Delete … ${secret.name}`}>Delete …</Button>
          </span>
        )}
      </div>
    </Card>
  );
}

function Details({ secret }: { secret: Secret }) {
  return (
    <div class="stack secret-details">
      <dl class="facts">
        <Fact name="Id">
          <Copy text={secret.id} what="the id" />
        </Fact>
        {secret.versions.map((version) => (
          <Fact key={version.id} name={`Version ${version.version}`}>
            set <Time at={version.setAt} /> by the {version.setBy}
            {version.removedAt && (
              <>
                , removed <Time at={version.removedAt} />
              </>
            )}
            {version.fingerprint && (
              <>
                · <code title={version.fingerprint}>{version.fingerprint.slice(0, 16)}</code>
              </>
            )}
          </Fact>
        ))}
        {Object.entries(secret.metadata).map(([name, value]) => (
          <Fact key={name} name={name}>{String(value)}</Fact>
        ))}
      </dl>
      {secret.receipts.items.length > 0 && (
        <LastUses receipts={secret.receipts.items}>
          {({ call, host }) => (
            <>
              {call} for <code>{host}</code>
            </>
          )}
        </LastUses>
      )}
    </div>
  );
}
