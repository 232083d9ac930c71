import { Link } from "../../kit/link.tsx";
import { useEffect, useRef } from "preact/hooks";
import { ShownText } from "../../kit/shown_text.tsx";
import { Badge, Status } from "../../kit/badge.tsx";
import { Time } from "../../kit/time.tsx";
import { baseName, bytes } from "../../../client/words.ts";
import { type ContextLine } from "../types.ts";

/** The documents, one a row. */
export function DocumentTable({ items, selected }: { items: readonly ContextLine[]; selected: number }) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    table.current?.querySelector(".is-current")?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <div class="panel table-scroller" tabIndex={0} role="region" aria-label="Documents">
      <table class="table" ref={table}>
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col">Status</th>
            <th scope="col">Project</th>
            <th scope="col">Type</th>
            <th scope="col" class="number">Version</th>
            <th scope="col" class="number">Size</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {items.map((document, i) => (
            <tr
              key={document.id}
              class={i === selected ? "is-current" : ""}
              aria-current={i === selected ? "true" : undefined}
            >
              <th scope="row" class="document-title">
                <Link to={document.id}>
                  <ShownText text={document.title} />
                </Link>
                {document.source && <span class="hint small">from {baseName(document.source.path)}</span>}
              </th>
              <td>
                <Status status={document.status} />
              </td>
              <td title={document.projectPath}>{baseName(document.projectPath)}</td>
              <td>
                <Badge>{document.documentType}</Badge>
              </td>
              <td class="number">{document.version}</td>
              <td class="number">{bytes(document.size)}</td>
              <td>
                <Time at={document.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
