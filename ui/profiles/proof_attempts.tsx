import { Badge, Status } from "../kit/badge.tsx";
import { Code } from "../kit/text/code.tsx";
import { Time } from "../kit/text/time.tsx";
import type { Capability } from "./types.ts";
import { ShownText } from "../kit/text/shown_text.tsx";

type Attempt = NonNullable<Capability["attempts"]>[number];

/** The connectors among capabilities, each with its newest proofs; renders nothing if there are none. */
export function ProofAttempts({ connectors }: { connectors: readonly Capability[] }) {
  const tried = connectors.filter(({ attempts }) => attempts && attempts.length > 0);
  if (tried.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="proofs-of-connectors">
      <h2 id="proofs-of-connectors">Proofs of connectors</h2>
      <p class="hint">
        The service tests a connector against its double when someone requests to enable it. A connector that
        fails a proof is not enabled.
      </p>
      {tried.map(({ id, label, attempts }) => (
        <div key={id} class="panel">
          <div class="panel-body stack">
            <ShownText as="strong" text={label} />
            {attempts!.map((attempt, i) => (
              <AttemptItem
                key={attempt.id}
                attempt={attempt}
                isOpen={i === 0}
              />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

const TONES = { passed: "good", failed: "bad", not_made: "neutral" } as const;

function AttemptItem({ attempt, isOpen }: { attempt: Attempt; isOpen: boolean }) {
  const { status, version, class: name, contentSha256, held, at, proofs } = attempt;
  return (
    <details open={isOpen}>
      <summary>
        <Status status={status} /> version {version} for {name}, <Time at={at} />
      </summary>
      <p class="hint small wrap-anywhere">
        Made {held}, of the files with the hash{" "}
        <code title={contentSha256}>{contentSha256.slice(0, 12)}</code>.
      </p>
      <ol class="small">
        {proofs.map(({ id, title, verdict, detail, sha256 }) => (
          <li key={id} class="wrap-anywhere">
            <Badge tone={TONES[verdict]}>{verdict.replace("_", " ")}</Badge> {title}
            {sha256 && (
              <>
                , evidence <code title={sha256}>{sha256.slice(0, 12)}</code>
              </>
            )}
            {detail !== "" && (
              <details open={verdict === "failed"}>
                <summary>{verdict === "failed" ? "What did not hold" : "What was tried"}</summary>
                <Code text={detail} label={`The checks of "${title}"`} wrap />
              </details>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
