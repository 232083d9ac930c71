import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { bytes, counted } from "../../../client/words.ts";
import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import { Banner } from "../../kit/banner.tsx";
import { Confirm } from "../../kit/confirm.tsx";
import { createResource } from "../../kit/resource.ts";
import { ResourceView } from "../../kit/resource_view.tsx";
import { saveAs } from "../../shell/download.ts";
import { useFrame } from "../../shell/mod.ts";

type Contents = Result<Api["GET /runs/:id/capsule"]>;

/** Why something stays here, in words. */
const WHY: Record<Contents["leftOut"][number]["why"], string> = {
  secret: "contains a secret",
  damaged: "missing or damaged",
  too_large: "too large",
};

/** Lists what leaves with a run, and saves it as one file after a yes. */
export function ExportCapsule({ runId, onClose }: { runId: string; onClose: () => void }) {
  const { call, send, toasts } = useFrame();
  const contents = useMemo(
    () => createResource(() => call("GET /runs/:id/capsule", { params: { id: runId } })),
    [],
  );
  useEffect(() => void contents.refresh(), []);
  const busy = useSignal(false);
  const save = async () => {
    const listed = contents.value.value;
    if (!listed) return;
    busy.value = true;
    const { contentsSha256 } = listed;
    await toasts.attempt(
      async () => {
        const response = await send(`/runs/${encodeURIComponent(runId)}/capsule`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ contentsSha256 }),
        });
        if (!response.ok) throw new Error((await response.json()).error);
        saveAs(await response.blob(), `${runId}.capsule`);
        onClose();
      },
      () => "The capsule is saved.",
    );
    busy.value = false;
  };
  return (
    <Confirm
      title="Export a capsule"
      action="Save the file"
      busy={busy.value || contents.value.value === null}
      onClose={onClose}
      onConfirm={() => save()}
    >
      <ResourceView resource={contents} lines={8} loading="What leaves">
        {(listed) => <Listed {...listed} />}
      </ResourceView>
    </Confirm>
  );
}

function Listed({ files, repositoryFiles, suspicious, leftOut, signer }: Contents) {
  const removed = files.reduce((sum, { secretsRemoved }) => sum + secretsRemoved, 0);
  const marked = new Set(suspicious);
  return (
    <div class="capsule-contents">
      <p>
        One file with everything below, for somebody who does not have this storage. Anyone with the file can
        read all of it.
      </p>
      {suspicious.length > 0 && (
        <Banner tone="warning">
          {counted(suspicious.length, "file")} of the repository may contain a key.
        </Banner>
      )}
      <h3>
        {counted(files.length, "file")}
        {removed > 0 && `, ${counted(removed, "secret")} removed`}
      </h3>
      <ul class="capsule-list">
        {files.map(({ path, name, size, secretsRemoved }) => (
          <li key={path}>
            {name} <span class="hint">{bytes(size)}</span>
            {secretsRemoved > 0 && <span class="hint">, {counted(secretsRemoved, "secret")} removed</span>}
          </li>
        ))}
      </ul>
      <h3>{counted(repositoryFiles.length, "file")} of the repository, whole</h3>
      <ul class="capsule-list">
        {repositoryFiles.map((path) => (
          <li key={path}>{path} {marked.has(path) && <strong>may contain a key</strong>}</li>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <>
          <h3>What stays here</h3>
          <ul class="capsule-list">
            {leftOut.map(({ what, why }) => (
              <li key={what}>
                {what} <span class="hint">{WHY[why]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="hint">
        Signed by <code class="wrap-anywhere">{signer}</code>. Tell the receiver by another way than the file.
      </p>
    </div>
  );
}
