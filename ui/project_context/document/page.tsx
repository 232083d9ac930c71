import { useSignal } from "@preact/signals";
import { ShownLines } from "../../kit/text/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Banner } from "../../kit/banner.tsx";
import { ResourceView } from "../../kit/resource_view.tsx";
import { PageHead, PageLink, type PageProps, useQuery, useResource, useShortcuts } from "../../shell/mod.ts";
import { CONTEXT_PATH, type ContextDocument, documentPath } from "../types.ts";
import { DocumentActions } from "./actions.tsx";
import { DriftBanner, DriftPanel } from "./drift_panel.tsx";
import { EditDialog } from "./edit_dialog.tsx";
import { FactsPanel, VersionsPanel } from "./side_panels.tsx";

/** Returns the version in an address; undefined for the newest. */
const versionOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

/** A context document: its content, its versions, and what no longer matches the repository. */
export default function ContextDocumentPage({ params }: PageProps) {
  const id = params.id ?? "";
  const [query] = useQuery();
  const version = versionOf(query.version);
  const document = useResource(
    ({ call }) => call("GET /projects/context/:id", { params: { id }, query: version ? { version } : {} }),
    ({ subject }) => subject === `project_context/${id}`,
    `${id} ${version}`,
  );
  const editing = useSignal(false);
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
      <ResourceView resource={document} lines={6}>
        {(shown) => (
          <>
            {isOld && (
              <Banner tone="info">
                This is what version {shown.version} said. <a href={documentPath(id)}>Show the newest</a>
              </Banner>
            )}
            <Body document={shown} />
          </>
        )}
      </ResourceView>
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
