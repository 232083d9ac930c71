import { useSignal } from "@preact/signals";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { Button } from "../../kit/button.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { SearchField } from "../../kit/forms/search_field.tsx";
import { Segments } from "../../kit/forms/segments.tsx";
import { VirtualList } from "../../kit/lists/virtual_list.tsx";
import { bytes, counted } from "../../../client/words.ts";
import { useChoice, useQuery, useResource } from "../../shell/mod.ts";
import type { LogTail } from "../common/types.ts";

const STREAMS = [
  { value: "stdout", label: "Output" },
  { value: "stderr", label: "Errors" },
] as const;

/** The end of the service's logs, kept up to date. */
export function LogsTab() {
  const [query, setQuery] = useQuery();
  const [stream, setStream] = useChoice("stream", STREAMS, "stdout");
  const log = useResource(
    ({ call }) => call("GET /control-plane/logs", { query: { stream } }),
    () => true,
    stream,
  );
  return (
    <>
      <div class="filters">
        <Segments
          label="Log"
          options={STREAMS}
          value={stream}
          onChange={setStream}
        />
        <SearchField label="Filter lines" value={query.q ?? ""} onSearch={(q) => setQuery({ q })} />
        <Button onPress={() => log.refresh()}>Refresh</Button>
      </div>
      <ResourceView resource={log} lines={6}>
        {(shown) => <Lines log={shown} wanted={query.q ?? ""} />}
      </ResourceView>
    </>
  );
}

function Lines({ log, wanted }: { log: LogTail; wanted: string }) {
  const follow = useSignal(true);
  const words = wanted.toLowerCase();
  const lines = log.lines.filter(({ text }) => text.toLowerCase().includes(words));
  if (lines.length === 0) {
    return (
      <p class="hint">{wanted ? "No matching lines in the last part of this log." : "This log is empty."}</p>
    );
  }
  return (
    <>
      <div class="row">
        <p class="hint" role="status">
          {counted(lines.length, "line")}
          {log.truncated && `, from the last ${bytes(log.limitBytes)} of the log`}
        </p>
        <span class="grow" />
        <label class="check">
          <input
            type="checkbox"
            checked={follow.value}
            onChange={(event) => follow.value = event.currentTarget.checked}
          />
          Follow
        </label>
      </div>
      <div class="panel log">
        <VirtualList
          count={lines.length}
          keyOf={(i) => `${log.stream} ${i} ${lines[i]?.text.length}`}
          estimate={22}
          label="Log lines"
          height="min(640px, 70vh)"
          follow={follow.value}
        >
          {(i) => <ShownText as="code" class="log-line" text={lines[i]?.text ?? ""} />}
        </VirtualList>
      </div>
    </>
  );
}
