import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { documentTitle } from "./document_title.ts";

/** The head of a page: its name, what can be done there, and a line below it. It names the browser's tab as well. */
export function PageHead({ title, above, actions, children }: {
  title: string;
  /** A line above the title, for the way back. */
  above?: ComponentChildren;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}) {
  useEffect(() => {
    documentTitle.value = title;
  }, [title]);
  return (
    <header class="page-head">
      {above && <div class="page-above">{above}</div>}
      <div class="page-title">
        <h1 tabIndex={-1}>{title}</h1>
        {actions && <div class="row page-actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
