import type { ComponentChildren } from "preact";
import { Banner } from "./banner.tsx";
import type { Resource } from "./resource.ts";
import { Skeleton } from "./skeleton.tsx";

/** A resource: why it could not be read, a placeholder while it loads, or its value, even an old one. */
export function ResourceView<Value>({ resource: { value, problem }, lines, loading, children }: {
  resource: Pick<Resource<Value>, "value" | "problem">;
  /** The number of placeholder lines while it loads. */
  lines: number;
  /** The label of the placeholder, for screen readers. */
  loading?: string;
  children: (value: Value) => ComponentChildren;
}) {
  const shown = value.value;
  return (
    <>
      {problem.value && <Banner tone={shown === null ? "bad" : "warning"}>{problem.value}</Banner>}
      {shown === null ? !problem.value && <Skeleton lines={lines} label={loading} /> : children(shown)}
    </>
  );
}
