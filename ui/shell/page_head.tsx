import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { neutralised } from "../kit/text/hidden.ts";
import { documentTitle } from "./document_title.ts";

/** The head of a page: its title, actions, and a line of text. It also sets the title of the browser's tab. */
export function PageHead({ title, above, actions, children }: {
  title: string;
  /** A line above the title, for a link back. */
  above?: ComponentChildren;
  actions?: ComponentChildren;
  children?: ComponentChildren;
}) {
  useEffect(() => {
    documentTitle.value = neutralised(title);
  }, [title]);
  return (
    <header class="page-head">
      {above && <div class="page-above">{above}</div>}
      <div class="page-title">
        <h1 tabIndex={-1}>{neutralised(title)}</h1>
        {actions && <div class="row page-actions">{actions}</div>}
      </div>
      {children}
    </header>
  );
}
