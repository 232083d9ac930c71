import { REVIEWED } from "../git.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = ({ repository, ids: { approvals, runs } }) => ({
  reads: [
    exercise("GET /approvals/queue"),
    ...Object.values(approvals).map((id) => exercise("GET /approvals/:id", { ids: { id } })),
    exercise("GET /approvals/forecast", { query: `repoPath=${encodeURIComponent(repository.root)}` }),
    exercise("GET /approvals/changed-files", { query: `repoPath=${encodeURIComponent(repository.root)}` }),
    exercise("GET /approvals/:id/evidence", {
      ids: { id: approvals.applied },
      query: `evidenceId=${encodeURIComponent(`${runs.completed}/patch-1`)}`,
    }),
    exercise("GET /approvals/:id/since", {
      ids: { id: approvals.reworked },
      query: `from=${approvals.sentBack}`,
    }),
  ],
  writes: [
    exercise("POST /approvals/:id/approve", { ids: { id: approvals.applied }, body: REVIEWED }),
    exercise("POST /approvals/:id/reject", { ids: { id: approvals.reworked }, body: REVIEWED }),
  ],
});
export default make;
