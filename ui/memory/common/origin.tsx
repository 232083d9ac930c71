import { Link } from "../../kit/link.tsx";
import type { ComponentChildren } from "preact";
import { ShownText } from "../../kit/text/shown_text.tsx";
import { baseName, shortId } from "../../../client/words.ts";

/** The scope of a memory record. */
export function Scope({ scope, scopeId }: { scope: string; scopeId?: string | undefined }) {
  if (scopeId === undefined) return <span>{scope}</span>;
  return (
    <span title={scopeId}>
      {scope} <code>{scope === "project" ? baseName(scopeId) : shortId(scopeId)}</code>
    </span>
  );
}

type Sourced = { source: { kind: string; id: string }; runId?: string | undefined };

/** The source of a statement, with a link to the run that it came from. */
export function Source({ of: { source, runId } }: { of: Sourced }) {
  const words: ComponentChildren = (
    <>
      {source.kind.replaceAll("_", " ")} <ShownText text={shortId(source.id)} />
    </>
  );
  if (source.kind === "approval") return <Link to={source.id}>{words}</Link>;
  return runId ? <Link to={runId}>{words}</Link> : <span title={source.id}>{words}</span>;
}

/** Returns a confidence as a percentage. */
export const percent = (share: number): string => `${Math.round(share * 100)} %`;
