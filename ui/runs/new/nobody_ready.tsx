import { useEffect, useRef } from "preact/hooks";
import type { NobodyReady } from "../../../client/nobody_ready.ts";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Copy } from "../../kit/text/code.tsx";

/** The maximum number of workers that are shown; the list of workers has them all. */
const MAX_OFFERED = 5;

type Props = {
  nobody: NobodyReady;
  /** Creates the run with a ready worker, given as `provider/model`. */
  onUse: (worker: string) => void;
  /** What the button says that creates the run anyway. */
  wait: string | null;
  onWait: () => void;
};

/** A note that no run was created because no suitable worker is ready, with the ready ones and how to add others. */
export function NobodyReadyBanner({ nobody, wait, onUse, onWait }: Props) {
  const { named, ready, notReady, warnings, nextStep } = nobody;
  const top = useRef<HTMLDivElement>(null);
  // The button that was pressed may be a screen further down.
  useEffect(() => top.current?.scrollIntoView({ block: "nearest" }), []);
  // The built-in worker does not understand plain language; otherwise it would have been chosen.
  const offered = named ? ready : ready.filter((worker) => !worker.startsWith("builtin/"));
  return (
    <div ref={top}>
      <Banner tone="warning">
        <div class="stack">
          <p>
            <strong>
              {named
                ? `The worker ${named.id} is not ready, so no run was created.`
                : "This request needs a model or an agent, and none is ready, so no run was created."}
            </strong>
          </p>
          {named && <p>{named.reason}</p>}
          {!named && notReady.length > 0 && (
            <ul>
              {notReady.map(({ id, label, reason, fix }) => (
                <li key={id}>
                  <strong>{label}</strong>: {[reason, fix].filter(Boolean).join(" ")}
                </li>
              ))}
            </ul>
          )}
          {!named && warnings.map((warning) => <p key={warning}>{warning}</p>)}
          {nextStep && <p>{nextStep.detail}</p>}
          {nextStep && <Copy text={nextStep.command} what="the command" />}
          <div class="row">
            {offered.slice(0, MAX_OFFERED).map((worker) => (
              <Button
                key={worker}
                small
                onPress={() => onUse(worker)}
              >
                Use {worker}
              </Button>
            ))}
            {wait !== null && <Button small onPress={onWait}>{wait}</Button>}
            <a class="button button-small" href="/dashboard/models?connect">Connect a model or an agent</a>
          </div>
        </div>
      </Banner>
    </div>
  );
}
