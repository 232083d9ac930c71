import { Link } from "../../../kit/link.tsx";
import type { RunWorkspace } from "../../types.ts";

/** The automation that started a run, with its fire; renders nothing if a person did. */
export function Origin({ automation }: Pick<RunWorkspace, "automation">) {
  if (!automation) return null;
  const { id, name, fireId } = automation;
  return (
    <>
      <dt>Started by</dt>
      <dd>
        {name === null
          ? (
            <>
              an automation that was deleted, fire <code>{fireId}</code>
            </>
          )
          : (
            <>
              <Link to={id}>{name}</Link>, fire <Link to={id} query={`fire=${fireId}`}>{fireId}</Link>
            </>
          )}
      </dd>
    </>
  );
}
