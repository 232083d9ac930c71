import { Link } from "../../kit/link.tsx";
import { ShownLines, ShownText } from "../../kit/text/shown_text.tsx";
import { Status } from "../../kit/badge.tsx";
import { Markdown } from "../../kit/text/markdown.tsx";
import { Time } from "../../kit/text/time.tsx";
import { bytes, shortId } from "../../../client/words.ts";
import type { Details } from "../types.ts";
import { PlanChange } from "./effects.tsx";
import { SideSection } from "./side_section.tsx";
import type { ConversationStore } from "./store.ts";

/** The plans of the runs, newest first, each with its changes. */
export function Plans({ store }: { store: ConversationStore }) {
  const plans = store.plans.value.value ?? [];
  return (
    <SideSection title="Plans" count={plans.length}>
      <ul class="talk-list">
        {plans.map((plan) => (
          <li key={plan.id}>
            <p class="row small">
              <Link to={plan.runId} title={plan.runId}>{shortId(plan.runId)}</Link>
              <span>{plan.kind}, round {plan.round}</span>
              <PlanChange change={plan.changes} />
              <Time at={plan.createdAt} />
            </p>
            {plan.note && <ShownLines as="p" class="small talk-words" text={plan.note} />}
            <ol class="talk-tasks small">
              {plan.tasks.map((task) => (
                <li key={task.id}>
                  <ShownText as="span" class="wrap-anywhere" text={task.title} />{" "}
                  <Status status={task.status} />
                  {task.dependsOn.length > 0 && <span class="hint">after {task.dependsOn.join(", ")}</span>}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

/** The design documents of the conversation. */
export function Designs({ store }: { store: ConversationStore }) {
  const docs = store.designDocs.value.value ?? [];
  return (
    <SideSection title="Designs" count={docs.length}>
      {docs.map((doc) => (
        <details key={doc.id}>
          <summary class="wrap-anywhere">
            <ShownText text={doc.title} />{" "}
            <span class="hint small">
              <Time at={doc.createdAt} />
            </span>
          </summary>
          <Markdown text={doc.content} />
        </details>
      ))}
    </SideSection>
  );
}

/** The files that were attached to the conversation, or saved for it. */
export function Files(
  { details: { files }, onOpenFile }: { details: Details; onOpenFile: (path: string) => void },
) {
  return (
    <SideSection title="Files" count={files.length}>
      <ul class="talk-list">
        {files.map((file) => (
          <li key={file.path}>
            <button type="button" class="link-button wrap-anywhere" onClick={() => onOpenFile(file.path)}>
              <ShownText text={file.label} />
            </button>
            <p class="hint small">
              {file.mediaType} · {bytes(file.size)} · <Time at={file.createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}
