import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Banner } from "../kit/banner.tsx";
import { Copy } from "../kit/text/code.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { Time } from "../kit/text/time.tsx";
import { ValueField, type ValueHandle } from "../secrets/value_field.tsx";
import { useFrame, useResource } from "../shell/mod.ts";
import type { Flow } from "./types.ts";

/**
 * Waits for a person who signs in at the server. The browser's way back ends it; so does its address, pasted here, where the
 * browser that signs in is on another machine, and a device's code.
 */
export function FlowDialog({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { call, toasts } = useFrame();
  const address = useRef<ValueHandle>(null);
  const current = useSignal(flow);
  const { id, connectorId, authorizationUrl, device, expiresAt } = current.value;
  /** The event of the end and the answer to an address say the same. */
  const isOver = useRef(false);
  const end = (said: string, tone: "good" | "bad") => {
    if (isOver.current) return;
    isOver.current = true;
    toasts.say(said, { tone });
    onClose();
  };
  const done = (label: string) => end(`${label} is connected.`, "good");
  const app = useResource(
    ({ call }) => call("GET /oauth/apps/:connectorId", { params: { connectorId } }),
    ({ type }) => type === "oauth_flow.completed" || type === "oauth_flow.failed",
    id,
  );
  const ended = app.value.value?.flows.find((each) => each.id === id);
  useEffect(() => {
    if (ended?.status === "completed") done("The account");
    else if (ended && ended.status !== "pending") {
      end(ended.detail ?? "The account was not connected.", "bad");
    }
  }, [ended]);
  const problem = app.problem.value && <Banner tone="warning">{app.problem.value}</Banner>;
  const paste = async () => {
    const url = address.current?.take() ?? "";
    done((await call("POST /oauth/callback", { body: { url } })).subject.label);
  };
  const useDevice = async () => {
    const accountId = current.value.accountId;
    current.value = await call("POST /oauth/start", {
      body: { connectorId, flow: "device", ...(accountId !== null && { accountId }) },
    });
  };
  if (device) {
    return (
      <FormDialog
        title="Type the code"
        action="Close"
        onSubmit={() => Promise.resolve(onClose())}
        onClose={onClose}
      >
        <p>
          On any machine, open{" "}
          <a href={device.verificationUriComplete ?? device.verificationUri} target="_blank" rel="noopener">
            {device.verificationUri}
          </a>{" "}
          and enter this code. It is valid until <Time at={expiresAt} />.
        </p>
        <p>
          <Copy text={device.userCode} what="the code" />
        </p>
        {problem}
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title="Sign in at the server"
      action="Finish with an address"
      onSubmit={paste}
      onClose={onClose}
    >
      <p>
        <a class="button button-primary" href={authorizationUrl!} target="_blank" rel="noopener">
          Open the server's page
        </a>
      </p>
      <p class="hint">
        This dialog closes after you sign in. The page can be used once, until <Time at={expiresAt} />.
      </p>
      <ValueField
        label="Address"
        hint="If the browser cannot return here, paste the full address where it ended up."
        handle={address}
      />
      <p class="hint">
        Or{" "}
        <button type="button" class="link-button" onClick={() => void toasts.attempt(useDevice)}>
          use a code
        </button>{" "}
        if the server supports the device flow.
      </p>
      {problem}
    </FormDialog>
  );
}
