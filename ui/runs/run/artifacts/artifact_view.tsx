import { Link } from "../../../kit/link.tsx";
import type { Result } from "../../../../routes/endpoint.ts";
import type { Api } from "../../../../routes/mod.ts";
import { Button } from "../../../kit/button.tsx";
import { Code, Copy } from "../../../kit/text/code.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { ResourceView } from "../../../kit/resource_view.tsx";
import { Time } from "../../../kit/text/time.tsx";
import { baseName, bytes } from "../../../../client/words.ts";
import { useFrame, useResource } from "../../../shell/mod.ts";
import type { Artifact } from "../../types.ts";
import { download } from "../../../shell/download.ts";
import { ShownLines, ShownText } from "../../../kit/text/shown_text.tsx";

type Content = Result<Api["GET /runs/:id/artifact"]>;

/** An artifact: its content as plain text, its hash, and its origin. */
export function ArtifactView({ artifact, runId }: { artifact: Artifact; runId: string }) {
  const { send, toasts } = useFrame();
  const query = { path: artifact.path };
  const content = useResource(
    ({ call }) => call("GET /runs/:id/artifact", { params: { id: runId }, query }),
    () => false,
    artifact.path,
  );
  const file = `/runs/${encodeURIComponent(runId)}/artifact-file?${new URLSearchParams(query)}`;
  return (
    <section class="panel" aria-labelledby="artifact">
      <div class="panel-head">
        <h2 id="artifact" class="wrap-anywhere">
          <ShownText text={artifact.label} />
        </h2>
        <span class="grow" />
        <Button
          small
          onPress={() => toasts.attempt(() => download(send, file, baseName(artifact.path)))}
        >
          <Icon name="download" /> Download
        </Button>
      </div>
      <div class="panel-body stack">
        <ShownLines as="p" class="wrap-anywhere" text={artifact.summary} />
        <dl class="facts">
          <dt>Path</dt>
          <ShownText as="dd" class="mono" text={artifact.path} />
          <dt>SHA-256</dt>
          <dd>
            <Copy text={artifact.sha256} what="the hash" />
          </dd>
          <dt>Size</dt>
          <dd>{bytes(artifact.size)}, {artifact.mediaType}</dd>
          <dt>Made</dt>
          <dd>
            <Time at={artifact.createdAt} />
            <Producer artifact={artifact} runId={runId} />
          </dd>
          {artifact.relatedApprovals.length > 0 && (
            <>
              <dt>{artifact.purpose === "research" ? "About" : "Evidence for"}</dt>
              <dd>
                {artifact.relatedApprovals.map((id) => (
                  <Link key={id} to={id}>the checkpoint {id.slice(-6)}</Link>
                ))}
              </dd>
            </>
          )}
          {artifact.relatedArtifacts.length > 0 && (
            <>
              <dt>See also</dt>
              <dd class="wrap-anywhere">
                {artifact.relatedArtifacts.map((path) => (
                  <Link key={path} to={runId} query={`tab=artifacts&path=${encodeURIComponent(path)}`}>
                    <ShownText text={path} />
                  </Link>
                ))}
              </dd>
            </>
          )}
        </dl>
        <ResourceView resource={content} lines={4}>
          {({ content, truncated }) => (
            <>
              {truncated && <p class="hint">Only the beginning is shown. Download it for the full text.</p>}
              {content === null
                ? <p class="hint">This file is not text. Download it to view it.</p>
                : (
                  <div class="artifact-text">
                    <Code text={content} label={`Text of ${artifact.label}`} />
                  </div>
                )}
            </>
          )}
        </ResourceView>
      </div>
    </section>
  );
}

/** Who made an artifact, with links to the tasks whose work it contains or, for a note, is about. */
function Producer({ artifact: { producer, relatedTaskSessions }, runId }: {
  artifact: Artifact;
  runId: string;
}) {
  const ofTask = producer.kind === "task_session";
  const tasks = [...producer.taskSessionIds, ...relatedTaskSessions];
  return (
    <>
      {ofTask ? " by " : ` by the ${producer.kind}`}
      {!ofTask && tasks.length > 0 && (relatedTaskSessions.length > 0 ? ", about " : ", from ")}
      {tasks.map((id, i) => (
        <span key={id}>
          {i > 0 && ", "}
          <Link to={runId} query={`tab=tasks&session=${id}`}>
            {tasks.length === 1 ? "a task" : `task ${i + 1}`}
          </Link>
        </span>
      ))}
    </>
  );
}
