import { signal } from "@preact/signals";
import { render } from "preact";
import { createClient } from "../../ui/client.ts";
import { QueuePage } from "../../ui/approvals/queue/page.tsx";
import { ReviewPage } from "../../ui/approvals/review/page.tsx";

const send = (path: string, init: RequestInit) => fetch(path, init);
const call = createClient(send);
const path = signal(location.pathname);
const layout = signal<"unified" | "split">("unified");

const navigate = (to: string) => {
  history.pushState({}, "", to);
  path.value = to;
};
addEventListener("popstate", () => path.value = location.pathname);

const watchers = new Set<() => void>();
const watch = (changed: () => void) => {
  watchers.add(changed);
  return () => void watchers.delete(changed);
};

/** Every event wakes every page: the frame is finer, the pages cannot tell. */
async function follow(): Promise<void> {
  const response = await send("/events", {});
  const reader = response.body!.getReader();
  while (!(await reader.read()).done) for (const changed of watchers) changed();
}

function Host() {
  const id = path.value.split("/")[3];
  const frame = {
    door: { call, send, storage: localStorage },
    layout,
    watchRun: (_: string, changed: () => void) => watch(changed),
    navigate,
  };
  return (
    <main>
      {id
        ? <ReviewPage key={id} id={id} frame={frame} />
        : <QueuePage frame={{ call, watchApprovals: watch, navigate }} />}
    </main>
  );
}

void follow();
render(<Host />, document.body);
