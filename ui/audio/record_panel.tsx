import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { Banner } from "../kit/banner.tsx";
import { Button } from "../kit/button.tsx";
import { Panel } from "../kit/panel.tsx";
import { Elapsed } from "../kit/text/time.tsx";
import { useShortcuts } from "../shell/mod.ts";
import { cannotRecord, type Recorder } from "./recorder.ts";

/** The recorder: one key starts and stops a recording, which is stored every second. */
export function RecordPanel(
  { recorder, onMade }: { recorder: Recorder; onMade: (sessionId: string) => void },
) {
  const agreed = useSignal(false);
  const reason = cannotRecord();
  const state = recorder.state.value;
  const ready = reason === null && (state === "recording" || (state === "idle" && agreed.value));
  const toggle = () => {
    if (!ready) return;
    if (state === "recording") recorder.stop();
    else void recorder.start(onMade);
  };
  useShortcuts([{ keys: "r", does: "Start or stop a recording", group: "Audio", run: toggle }]);
  return (
    <Panel title="Record">
      {reason && <Banner tone="warning">{reason}</Banner>}
      {recorder.problem.value && <Banner tone="bad">{recorder.problem.value}</Banner>}
      <div class="row">
        <Button
          kind={state === "recording" ? "danger" : "primary"}
          onPress={toggle}
          disabled={!ready}
          busy={state === "starting" || state === "finishing"}
          hint="Or press r."
        >
          {state === "recording" ? "Stop and transcribe" : state === "finishing" ? "Sending …" : "Record"}
        </Button>
        {state === "recording" && <Level recorder={recorder} />}
        {state === "idle" && <Consent agreed={agreed} />}
      </div>
    </Panel>
  );
}

function Consent({ agreed }: { agreed: { value: boolean } }) {
  const id = useId();
  return (
    <label class="row" for={id}>
      <input
        id={id}
        type="checkbox"
        checked={agreed.value}
        onChange={({ currentTarget }) => agreed.value = currentTarget.checked}
      />
      Everyone in the recording has agreed
    </label>
  );
}

const Level = ({ recorder }: { recorder: Recorder }) => (
  <>
    <meter class="audio-level" min={0} max={1} value={recorder.level.value} aria-label="Loudness" />
    <span role="status">
      Recording for {recorder.startedAt.value && <Elapsed from={recorder.startedAt.value} to={null} />}
    </span>
  </>
);
