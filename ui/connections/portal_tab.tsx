import { useSignal } from "@preact/signals";
import { Badge } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { EmptyState } from "../kit/empty_state.tsx";
import { ResourceView } from "../kit/resource_view.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import { PortalDialog } from "./portal_dialog.tsx";
import type { Portal } from "./types.ts";

/** The developer portal's app, with the result of its last check. */
export function PortalTab() {
  const portal = useResource(
    ({ call }) => call("GET /devportal/app"),
    ({ type }) => type.startsWith("devportal."),
  );
  return <ResourceView resource={portal} lines={4}>{(app) => <PortalApp app={app} />}</ResourceView>;
}

function PortalApp({ app }: { app: Portal }) {
  const { call, toasts } = useFrame();
  const changing = useSignal(false);
  const dialog = changing.value && <PortalDialog app={app} onClose={() => changing.value = false} />;
  if (app.status === "not_configured") {
    return (
      <>
        <EmptyState title="No app yet">
          <p>The keys are checked against the portal, and each failure says what to do.</p>
          <Button kind="primary" onPress={() => changing.value = true}>Set up the app …</Button>
        </EmptyState>
        {dialog}
      </>
    );
  }
  const check = () =>
    toasts.attempt(() => call("POST /devportal/app/smoke-check"), ({ status }) => `The app is ${status}.`);
  return (
    <div class="card">
      <div class="row">
        <h2>{app.displayName}</h2>
        <Badge tone={app.status === "verified" ? "good" : app.status === "failing" ? "bad" : "neutral"} dot>
          {app.status}
        </Badge>
        <Badge>{app.environment ?? ""}</Badge>
        <span class="grow" />
        <Button small onPress={() => changing.value = true}>Change …</Button>
        <Button small kind="primary" onPress={() => check()}>Check now</Button>
      </div>
      {app.problems.map(({ code, detail, fix }) => (
        <p key={code} class="small">
          {detail} <strong>{fix}</strong>
        </p>
      ))}
      {app.lastCheck && <Check check={app.lastCheck} />}
      {app.checks.length > 1 && <History checks={app.checks} />}
      {dialog}
    </div>
  );
}

function History({ checks }: { checks: Portal["checks"] }) {
  return (
    <details class="small">
      <summary>The last {checks.length} checks</summary>
      <ul class="plain-list">
        {checks.map(({ id, at, ok, steps }) => (
          <li key={id}>
            <Badge tone={ok ? "good" : "bad"} dot>
              {ok ? "ok" : steps.find((step) => !step.ok)?.name ?? "failed"}
            </Badge>{" "}
            <Time at={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Check({ check }: { check: NonNullable<Portal["lastCheck"]> }) {
  return (
    <>
      <p class="hint small">
        checked <Time at={check.at} />
      </p>
      <ol class="plain-list" aria-label="Steps of the last check">
        {check.steps.map(({ name, ok, detail, fix, ms }) => (
          <li key={name} class="small">
            <Badge tone={ok ? "good" : "bad"} dot>{name}</Badge> {detail} {fix && <strong>{fix}</strong>} {ms}
            {" "}
            ms
          </li>
        ))}
      </ol>
    </>
  );
}
