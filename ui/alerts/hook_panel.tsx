import { useSignal } from "@preact/signals";
import { counted } from "../../client/words.ts";
import { Badge, type Tone } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { Fact } from "../kit/panel.tsx";
import { ShownText } from "../kit/text/shown_text.tsx";
import { Time } from "../kit/text/time.tsx";
import { useFrame } from "../shell/mod.ts";
import type { Alerts, Hook, Receipt } from "./types.ts";
import { CATEGORY_WORDS, CONTENT_WORDS, KIND_WORDS } from "./words.ts";

/** The hook, a button to test it, and its last deliveries. */
export function HookPanel({ alerts: { hook, pending, receipts }, onEdit, onChanged }: {
  alerts: Alerts;
  onEdit: () => void;
  onChanged: () => unknown;
}) {
  const { call, toasts } = useFrame();
  const busy = useSignal(false);
  const attempt = async <Value,>(work: () => Promise<Value>, said: (value: Value) => string | null) => {
    busy.value = true;
    await toasts.attempt(work, said);
    await onChanged();
    busy.value = false;
  };
  const test = () => attempt(() => call("POST /alerts/test"), saidOfTest);
  const remove = () =>
    attempt(() => call("POST /alerts/hook/remove"), () => "The hook is removed. Nothing more is sent.");
  return (
    <section class="stack" aria-label="Hook">
      <h3>Anywhere, with a hook</h3>
      {hook ? <Facts hook={hook} /> : (
        <p class="hint">
          When something needs you, an alert goes to an ntfy topic, to an address that accepts signed JSON, or
          to your own command. Nothing leaves this machine until you set this up.
        </p>
      )}
      {pending && (
        <p class="small">
          {counted(pending.notifications, "notification")} not delivered yet, tried{" "}
          {counted(pending.attempts, "time")}; next try <Time at={pending.retryAt} />.
        </p>
      )}
      <div class="row">
        <Button kind={hook ? "plain" : "primary"} onPress={onEdit}>
          {hook ? "Change …" : "Set up a hook …"}
        </Button>
        {hook && <Button busy={busy.value} onPress={() => test()}>Send a test</Button>}
        {hook && <Button kind="danger" busy={busy.value} onPress={() => remove()}>Remove</Button>}
      </div>
      {receipts.length > 0 && <Receipts receipts={receipts} />}
    </section>
  );
}

const saidOfTest = ({ status, reason }: Receipt): string =>
  status === "delivered" ? "The test was delivered." : `The test was not delivered. ${reason}`;

function Facts({ hook }: { hook: Hook }) {
  const { kind, address, categories, content } = hook;
  return (
    <dl class="facts">
      <Fact name="To">
        {KIND_WORDS[kind]}
        {address !== "" && (
          <>
            : <span class="wrap-anywhere">{address}</span>
          </>
        )}
      </Fact>
      <Fact name="About">{categories.map((category) => CATEGORY_WORDS[category]).join(", ")}</Fact>
      <Fact name="It says">{CONTENT_WORDS[content]}</Fact>
    </dl>
  );
}

const STATUSES: Readonly<Record<Receipt["status"], { tone: Tone; label: string }>> = {
  delivered: { tone: "good", label: "delivered" },
  failed: { tone: "warning", label: "will be retried" },
  given_up: { tone: "bad", label: "not delivered" },
  dropped: { tone: "neutral", label: "no longer needed" },
};

function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  return (
    <details class="small">
      <summary>Newest alerts</summary>
      <ul class="alert-receipts">
        {receipts.map(({ alertId, status, notifications, reason, at }) => (
          <li key={alertId} class="row">
            <Badge tone={STATUSES[status].tone} dot>{STATUSES[status].label}</Badge>
            <span>{notifications === 0 ? "a test" : counted(notifications, "notification")}</span>
            <span class="hint">
              <Time at={at} />
            </span>
            {reason && <ShownText as="span" class="hint wrap-anywhere" text={reason} />}
          </li>
        ))}
      </ul>
    </details>
  );
}
