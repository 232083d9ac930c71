import { useSignal } from "@preact/signals";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Badge, type Tone } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { Time } from "../../kit/text/time.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { ProviderHealth } from "../common/types.ts";
import { counted } from "../../../client/words.ts";
import { History } from "./history.tsx";
import { HealthStrip } from "./strip.tsx";

/** The number of checks in the drawing. */
const MAX_CHECKS = 90;

const TONES: Readonly<Record<string, Tone>> = { ok: "good", up: "good", degraded: "warning", down: "bad" };

/** A provider, with its readiness and its last check; `usual` if it is the default. */
export function ProviderPanel({ provider, usual }: { provider: ProviderHealth; usual: boolean }) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const removing = useSignal(false);
  const check = async () => {
    busy.value = true;
    await toasts.attempt(
      () => call("POST /providers/:provider/health-check", { params: { provider: provider.id } }),
      ({ ready, detail }) => `${provider.label}: ${detail ?? (ready ? "ready" : "not ready")}`,
    );
    busy.value = false;
  };
  const remove = async () => {
    busy.value = true;
    await toasts.attempt(
      () => call("POST /providers/:provider/remove", { params: { provider: provider.id }, body: {} }),
      () => `${provider.label} is removed.`,
    );
    busy.value = removing.value = false;
  };
  return (
    <Panel
      title={provider.label}
      actions={
        <>
          {usual && <Badge tone="info">default</Badge>}
          <Badge tone={provider.ready ? "good" : "neutral"} dot>
            {provider.ready ? "ready" : "not ready"}
          </Badge>
          <Button small busy={busy.value} onPress={() => check()} label={`Check now, ${provider.label}`}>
            Check now
          </Button>
          {provider.source === "file" && (
            <Button
              small
              onPress={() => removing.value = true}
              label={`Remove ${provider.label} …`}
            >
              Remove …
            </Button>
          )}
        </>
      }
    >
      {removing.value && (
        <Confirm
          title={`Remove ${provider.label}`}
          action="Remove it"
          danger
          busy={busy.value}
          onConfirm={() => remove()}
          onClose={() => removing.value = false}
        >
          <p>It is taken out of providers.json. Its key stays stored, and runs that named it wait.</p>
        </Confirm>
      )}
      {!provider.ready && provider.reason && (
        <p class="wrap-anywhere">
          <ShownText text={provider.reason} /> {provider.fix && <strong>{provider.fix}</strong>}
        </p>
      )}
      {provider.warnings.map((warning) => <Banner key={warning} tone="warning">{warning}</Banner>)}
      <dl class="facts">
        <Fact name="Health">
          <Badge tone={TONES[provider.status] ?? "neutral"}>{provider.status}</Badge> {provider.checkedAt
            ? (
              <>
                checked <Time at={provider.checkedAt} />
              </>
            )
            : provider.status === "up"
            ? null // built in
            : "not checked yet"}
        </Fact>
        <Fact name="Sends data to">{provider.baseUrl}</Fact>
        <Fact name="Privacy">{provider.privacy}</Fact>
        <Fact name="Credentials">
          {"credentials" in provider && <Credentials of={provider.credentials} />}
        </Fact>
        <Fact name="Version">{provider.version}</Fact>
        <Fact name="Models">
          {provider.models.toLocaleString("en")}
          {provider.modelPreview.length > 0 && `: ${provider.modelPreview.join(", ")}`}
        </Fact>
        <Fact name="Detail">{provider.detail && <ShownText text={provider.detail} />}</Fact>
      </dl>
      <Checks provider={provider} />
    </Panel>
  );
}

type Known = Extract<ProviderHealth, { credentials: unknown }>["credentials"];

function Credentials({ of: { status, detail, fix, secretName } }: { of: Known }) {
  return (
    <span class="wrap-anywhere">
      {detail} {fix}{" "}
      {(status === "missing" || secretName) && <a href="/dashboard/connections?tab=secrets">Secrets</a>}
    </span>
  );
}

/** The newest checks of a provider, as a drawing and as a list. */
function Checks({ provider: { id, label, failuresInARow } }: { provider: ProviderHealth }) {
  // Only a check adds to it. A removed provider has none, and its panel disappears with the list.
  const history = useResource(
    ({ call }) =>
      call("GET /providers/:provider/health-history", {
        params: { provider: id },
        query: { limit: MAX_CHECKS },
      }),
    ({ subject, type }) => subject === `provider/${id}` && type === "provider.health_checked",
    id,
  );
  const open = useSignal(false);
  const checks = history.value.value;
  return (
    <>
      {checks && <HealthStrip provider={label} checks={checks} />}
      <details class="small" onToggle={(event) => open.value = event.currentTarget.open}>
        <summary>History{failuresInARow > 0 && `, ${counted(failuresInARow, "failure")} in a row`}</summary>
        {history.problem.value && <p role="alert">{history.problem.value}</p>}
        {open.value && checks && <History provider={id} checks={checks} />}
      </details>
    </>
  );
}
