import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import { Badge } from "../../kit/badge.tsx";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useFrame } from "../../shell/mod.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

type Listing = Result<Api["POST /shell/select-directory"]>;

/** A picker of directories on the service's machine, which a browser cannot access. */
export function DirectoryPicker({ start, onPick }: { start: string; onPick: (path: string) => void }) {
  const { call } = useFrame();
  const listing = useSignal<Listing | null>(null);
  const problem = useSignal<string | null>(null);
  const hidden = useSignal(false);
  const go = async (path: string) => {
    try {
      const body = { ...(path && { path }), includeHidden: hidden.value };
      listing.value = await call("POST /shell/select-directory", { body });
      problem.value = null;
    } catch (error) {
      if (!listing.value && path) return void go("");
      problem.value = messageOf(error);
    }
  };
  useEffect(() => void go(start), []);
  const shown = listing.value;
  return (
    <section class="panel picker" aria-label="Directories">
      <div class="panel-head">
        <Button
          small
          disabled={!shown?.parent}
          onPress={() => go(shown?.parent ?? "")}
          label="Parent directory"
        >
          <Icon name="up" />
        </Button>
        <code class="grow wrap-anywhere" role="status">{shown?.path ?? "…"}</code>
        <label class="row small">
          <input
            type="checkbox"
            checked={hidden.value}
            onChange={(event) => {
              hidden.value = event.currentTarget.checked;
              void go(shown?.path ?? "");
            }}
          />
          Show hidden
        </label>
        <Button small kind="primary" disabled={!shown} onPress={() => shown && onPick(shown.path)}>
          Use this directory
        </Button>
      </div>
      {problem.value && <p class="panel-body field-problem" role="alert">{problem.value}</p>}
      <ul class="picker-list">
        {shown?.items.map((item) => (
          <li key={item.id}>
            <button type="button" class="picker-line" onClick={() => go(item.path)}>
              <Icon name="folder" />
              <span class="grow one-line">{item.name}</span>
              {item.isRepository && <Badge tone="info">git</Badge>}
            </button>
          </li>
        ))}
        {shown?.items.length === 0 && <li class="hint panel-body">No subdirectories.</li>}
        {shown?.truncated && <li class="hint panel-body">Not all are shown. Type the path instead.</li>}
      </ul>
    </section>
  );
}
