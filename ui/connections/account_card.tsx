import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/lists/card.tsx";
import { Copy } from "../kit/text/code.tsx";
import { Fact } from "../kit/panel.tsx";
import { Time } from "../kit/text/time.tsx";
import type { Account } from "./types.ts";
import { UseList, UseSummary } from "./uses.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";

const TONES: Readonly<Record<Account["status"], Tone>> = {
  connected: "good",
  expiring: "good",
  refreshing: "neutral",
  degraded: "warning",
  reauth_required: "bad",
  quarantined: "bad",
  revoked: "neutral",
};

/** An account: its age, its expiry, its uses, and a button that reconnects it. */
export function AccountCard({ account, onConnect, onRefresh, onRevoke }: {
  account: Account;
  onConnect: () => void;
  onRefresh: () => void;
  onRevoke: () => void;
}) {
  const { status, statusReason, subject, forecast, refreshToken } = account;
  const ended = status === "revoked";
  const broken = status === "reauth_required" || status === "quarantined";
  return (
    <Card off={ended}>
      <div class="row">
        <ShownText as="h2" text={subject.label} />
        <Badge tone={TONES[status]} dot>{status.replaceAll("_", " ")}</Badge>
        <Badge>{account.connectorId}</Badge>
        {account.capabilityClass !== "read" && <Badge tone="warning">may write</Badge>}
        <span class="grow" />
        <span class="hint small">
          connected <Time at={account.connectedAt} />
        </span>
      </div>
      {statusReason && (broken || status === "degraded") && (
        <p class="small wrap-anywhere">{statusReason.replaceAll("_", " ")}</p>
      )}
      {!ended && (
        <p class="small">
          {forecast.needsHumanBy
            ? (
              <>
                Action needed by <Time at={forecast.needsHumanBy} />
                {forecast.confidence === "estimated" && " (estimate)"}. {forecast.reason}
              </>
            )
            : forecast.reason}
        </p>
      )}
      {ended && <Revocation account={account} />}
      <div class="card-foot">
        <details class="small">
          <summary>
            <UseSummary uses={account.usedBy} receipts={account.receipts} />
          </summary>
          <Details account={account} />
        </details>
        {!ended && (
          <span class="row">
            {refreshToken.present && !broken && (
              <Button small onPress={onRefresh} label={`Refresh ${subject.label}`}>Refresh</Button>
            )}
            <Button
              small
              kind={broken ? "primary" : "plain"}
              onPress={onConnect}
              label={`Connect again ${subject.label}`}
            >
              Connect again
            </Button>
            <Button small kind="danger" onPress={onRevoke} label={`Disconnect … ${subject.label}`}>
              Disconnect …
            </Button>
          </span>
        )}
      </div>
    </Card>
  );
}

/** The receipt of a revocation: its time, the server's response, and the calls that stop working. */
function Revocation(
  { account: { revokedAt, statusReason, remoteRevocation, usedBy } }: { account: Account },
) {
  return (
    <dl class="facts" aria-label="Receipt of the revocation">
      <Fact name="Ended">
        <Time at={revokedAt!} /> ({statusReason})
      </Fact>
      {remoteRevocation && (
        <Fact name="At the server">{remoteRevocation.outcome}. {remoteRevocation.detail}</Fact>
      )}
      <Fact name="Here">
        Its tokens {remoteRevocation?.outcome === "failed" ? "will be removed within a day" : "are removed"}.
      </Fact>
      <Fact name="Stops">
        {usedBy.map(({ call, host }) => `${call} at ${host}`).join(", ") || "not used"}
      </Fact>
    </dl>
  );
}

function Details({ account }: { account: Account }) {
  return (
    <div class="stack">
      <dl class="facts">
        <Fact name="Id">
          <Copy text={account.id} what="the id" />
        </Fact>
        {account.subject.emailMasked && <Fact name="Address">{account.subject.emailMasked}</Fact>}
        <Fact name="May">{account.grantedScopes.join(" ") || "whatever the server grants by default"}</Fact>
        {account.missingScopes.length > 0 && <Fact name="Not granted">{account.missingScopes.join(" ")}
        </Fact>}
        {account.nextRefreshAt && (
          <Fact name="Next refresh">
            <Time at={account.nextRefreshAt} />
          </Fact>
        )}
      </dl>
      <UseList uses={account.usedBy} receipts={account.receipts} />
    </div>
  );
}
