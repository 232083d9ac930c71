import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/lists/card.tsx";
import { Fact } from "../kit/panel.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Item } from "./types.ts";
import { UseList, UseSummary } from "./uses.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";

const TONES: Readonly<Record<Item["status"], Tone>> = {
  unchecked: "neutral",
  healthy: "good",
  consent_expiring: "warning",
  login_required: "bad",
  quarantined: "bad",
  error: "bad",
  disconnecting: "neutral",
  disconnected: "neutral",
};

/** A bank: its accounts, the end of the consent, and a button that repairs the link. */
export function ItemCard(
  { item, onMend, onDisconnect, onAskAgain }: {
    item: Item;
    onMend: () => void;
    onDisconnect: () => void;
    onAskAgain: () => void;
  },
) {
  const { institution, status, error } = item;
  const ended = status === "disconnected" || status === "disconnecting" || status === "quarantined";
  return (
    <Card off={status === "disconnected"}>
      <div class="row">
        <ShownText as="h2" text={institution.name} />
        <Badge tone={TONES[status]} dot>{status.replaceAll("_", " ")}</Badge>
        <Badge>{item.environment}</Badge>
        <span class="grow" />
        <span class="hint small">
          linked <Time at={item.linkedAt} />
        </span>
      </div>
      {error && (
        <p class="small wrap-anywhere">
          {error.detail} <strong>{error.fix}</strong>
        </p>
      )}
      {item.consentExpiresAt && !ended && (
        <p class="small">
          Action needed by <Time at={item.consentExpiresAt} />, when the consent ends.
        </p>
      )}
      <ul class="plain-list" aria-label={`Accounts of ${institution.name}`}>
        {item.accounts.map((account) => <AccountLine key={account.id} account={account} />)}
      </ul>
      {item.removal && <Removal removal={item.removal} />}
      <div class="card-foot">
        <details class="small">
          <summary>
            {item.lastCheckedAt
              ? (
                <>
                  Checked <Time at={item.lastCheckedAt} />, may read {item.products.join(", ")}
                </>
              )
              : "Not checked yet"}. <UseSummary uses={item.usedBy} receipts={item.receipts} />
          </summary>
          <UseList uses={item.usedBy} receipts={item.receipts} />
        </details>
        {item.removal?.remote === "failed" && item.removal.retryAt && (
          <Button small onPress={onAskAgain} label={`Ask the provider of ${institution.name} again`}>
            Ask again now
          </Button>
        )}
        {!ended && (
          <span class="row">
            <Button
              small
              kind={status === "healthy" ? "plain" : "primary"}
              onPress={onMend}
              label={`Repair ${institution.name}`}
            >
              Repair
            </Button>
            <Button small kind="danger" onPress={onDisconnect} label={`Disconnect … ${institution.name}`}>
              Disconnect …
            </Button>
          </span>
        )}
      </div>
    </Card>
  );
}

const AT_PROVIDER: Readonly<Record<NonNullable<Item["removal"]>["remote"], string>> = {
  pending: "removal in progress",
  removed: "removed",
  already_gone: "already gone",
  failed: "not reachable; retried every hour for a day",
};

/** The receipt of a disconnection: its time, the provider's response, and the removal of the token. */
function Removal(
  { removal: { askedAt, remote, materialRemovedAt, retryAt } }: { removal: NonNullable<Item["removal"]> },
) {
  return (
    <dl class="facts" aria-label="Receipt of the disconnection">
      <Fact name="Ended">
        <Time at={askedAt} />
      </Fact>
      <Fact name="At the provider">{AT_PROVIDER[remote]}</Fact>
      {remote === "failed" && retryAt && (
        <Fact name="Next attempt">
          <Time at={retryAt} />
        </Fact>
      )}
      <Fact name="Its token here">
        {materialRemovedAt
          ? (
            <>
              removed <Time at={materialRemovedAt} />
            </>
          )
          : "will be removed within a day"}
      </Fact>
    </dl>
  );
}

function AccountLine({ account }: { account: Item["accounts"][number] }) {
  const { call, toasts } = useFrame();
  const { id, alias, name, mask, currency, includeInPlanner } = account;
  const change = () =>
    toasts.attempt(
      () =>
        call("POST /financelink/accounts/:id/settings", {
          params: { id },
          body: { includeInPlanner: !includeInPlanner },
        }),
      (set) => set.includeInPlanner ? "Shown in the planner." : "Hidden from the planner.",
    );
  return (
    <li class="row">
      <span>
        {alias ?? name} {mask && <code>…{mask}</code>} {currency}
      </span>
      <Button
        small
        onPress={() => change()}
        label={`${includeInPlanner ? "Hide" : "Show"} in the planner: ${alias ?? name}`}
      >
        {includeInPlanner ? "Hide in the planner" : "Show in the planner"}
      </Button>
    </li>
  );
}
