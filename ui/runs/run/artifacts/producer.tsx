import { Link } from "../../../kit/link.tsx";
import type { Artifact } from "../../types.ts";

/** Who made an artifact, with links to the tasks whose work it contains or, for a note, is about. */
export function Producer({ artifact: { producer, relatedTaskSessions }, runId }: {
  artifact: Artifact;
  runId: string;
}) {
  const ofTask = producer.kind === "task_session";
  const tasks = [...producer.taskSessionIds, ...relatedTaskSessions];
  return (
    <>
      {ofTask ? " by " : ` by the ${producer.kind}`}
      {!ofTask && tasks.length > 0 && (relatedTaskSessions.length > 0 ? ", about " : ", from ")}
      {tasks.map((id, i) => (
        <span key={id}>
          {i > 0 && ", "}
          <Link to={runId} query={`tab=tasks&session=${id}`}>
            {tasks.length === 1 ? "a task" : `task ${i + 1}`}
          </Link>
        </span>
      ))}
    </>
  );
}
