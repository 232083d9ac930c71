import { useSignal } from "@preact/signals";
import { ShownLines } from "../../kit/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { createResource } from "../../kit/resource.ts";
import { Skeleton } from "../../kit/skeleton.tsx";
import {
  type Frame,
  PageHead,
  PageLink,
  type PageProps,
  useLive,
  usePageStore,
  useQuery,
  useShortcuts,
} from "../../shell/mod.ts";
import { CONTEXT_PATH, type ContextDocument, documentPath } from "../types.ts";
import { DocumentActions } from "./actions.tsx";
import { DriftBanner, DriftPanel } from "./drift_panel.tsx";
import { EditDialog } from "./edit_dialog.tsx";
import { FactsPanel, VersionsPanel } from "./side_panels.tsx";

/** The version that an address names; undefined for the newest. */
const versionOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** One context document: what it says, since when, and what of it no longer fits the repository. */
export default function ContextDocumentPage({ params }: PageProps) {
  const id = params.id ?? "";
  const [query] = useQuery();
  const version = versionOf(query.version);
  const document = usePageStore(
    ({ call }: Frame) =>
      createResource(() =>
        call("GET /projects/context/:id", { params: { id }, query: version ? { version } : {} })
      ),
    `${id} ${version}`,
  );
  const editing = useSignal(false);
  useLive(
    ({ subject }) => subject === `project_context/${id}`,
    () => void document.refresh(),
    `${id} ${version}`,
  );
  useShortcuts([
    {
      keys: "e",
      does: "Edit the document",
      group: "Context",
      run: () => editing.value = shown !== null && !isOld,
    },
  ]);
  const shown = document.value.value;
  const isOld = shown !== null && shown.version !== shown.versions[0]?.number;
  const problem = document.problem.value;
  return (
    <>
      <PageHead
        title={shown?.title ?? "Context document"}
        above={<PageLink to={CONTEXT_PATH}>Context documents</PageLink>}
        actions={shown && !isOld && (
          <DocumentActions
            document={shown}
            onEdit={() => editing.value = true}
            onCheck={() => void document.refresh()}
          />
        )}
      >
        {shown && <Head document={shown} />}
      </PageHead>
      {problem && <Banner tone="bad">{problem}</Banner>}
      {shown && isOld && (
        <Banner tone="info">
          This is what version {shown.version} said. <a href={documentPath(id)}>Show the newest</a>
        </Banner>
      )}
      {shown ? <Body document={shown} /> : !problem && <Skeleton lines={6} />}
      {shown && editing.value && <EditDialog document={shown} onClose={() => editing.value = false} />}
    </>
  );
}

const Head = ({ document }: { document: ContextDocument }) => (
  <div class="row small">
    <Status status={document.status} />
    <Badge>{document.documentType}</Badge>
    <span class="hint">version {document.version}</span>
    <code class="wrap-anywhere">{document.projectPath}</code>
  </div>
);

function Body({ document }: { document: ContextDocument }) {
  return (
    <>
      <DriftBanner drift={document.drift} source={document.source?.path ?? null} />
      <div class="document">
        <pre class="code code-wrap document-content" tabIndex={0} role="region" aria-label="Content"><code>
          <ShownLines text={document.content} />
        </code></pre>
        <div class="stack">
          <DriftPanel drift={document.drift} />
          <VersionsPanel document={document} />
          <FactsPanel document={document} />
        </div>
      </div>
    </>
  );
}
