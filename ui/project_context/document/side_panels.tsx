import { Copy } from "../../kit/text/code.tsx";
import { Fact, Panel } from "../../kit/panel.tsx";
import { Time } from "../../kit/text/time.tsx";
import { bytes } from "../../../client/words.ts";
import { type ContextDocument, documentPath } from "../types.ts";

/** The versions, newest first. */
export function VersionsPanel({ document }: { document: ContextDocument }) {
  const { versions } = document;
  return (
    <Panel title="Versions" count={versions[0]?.number}>
      <ol class="plain-list" aria-label="Versions, newest first">
        {versions.map((version) => (
          <li key={version.id} class="stack">
            <span class="row">
              {version.number === document.version
                ? <strong aria-current="true">Version {version.number}</strong>
                : (
                  <a href={`${documentPath(document.id)}?version=${version.number}`}>
                    Version {version.number}
                  </a>
                )}
              <span class="hint small">
                <Time at={version.at} /> by the {version.actor}, {bytes(version.size)}
              </span>
            </span>
            <Copy text={version.sha256} shown={version.sha256.slice(0, 16)} what="the hash" />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The properties of the document. */
export function FactsPanel({ document }: { document: ContextDocument }) {
  const metadata = Object.entries(document.metadata);
  return (
    <Panel title="About">
      <dl class="facts">
        <Fact name="Id">
          <Copy text={document.id} what="the id" />
        </Fact>
        <Fact name="Project">{document.projectPath}</Fact>
        <Fact name="Imported from">{document.source?.path}</Fact>
        <Fact name="Size">{bytes(document.size)}</Fact>
        <Fact name="Created">
          <Time at={document.createdAt} /> by the {document.createdBy}
        </Fact>
        {metadata.map(([name, value]) => (
          <Fact key={name} name={name}>{typeof value === "string" ? value : JSON.stringify(value)}</Fact>
        ))}
      </dl>
    </Panel>
  );
}
