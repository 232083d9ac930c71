import { sha256 } from "../../store/chain.ts";
import { TestRepository } from "../git.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";

const FILE = '{ "verifier": "true" }\n';

const make: MakeExercises = async ({ h, ids: { runs } }) => {
  const { repoPath } = await h.operator("GET /runs/:id", { params: { id: runs.completed } });
  const [admission] = await h.operator("GET /repositories/admissions");
  if (!admission) throw new Error("The runs of the world have admitted no command.");
  const own = TestRepository.make({ ".agent-harness.json": FILE });
  const file = { repoPath: own.root, sha256: sha256(FILE) };
  return {
    reads: [
      exercise("GET /repositories"),
      exercise("GET /repositories/defaults", { query: `repoPath=${encodeURIComponent(own.root)}` }),
      exercise("GET /repositories/admissions", { query: `repositoryId=${admission.repositoryId}` }),
      exercise("GET /runs/:id/unasked", { ids: { id: runs.completed } }),
    ],
    writes: [
      exercise("POST /repositories/dial", { body: { repoPath, dial: "everything" } }),
      exercise("POST /repositories/defaults", { body: { repoPath: own.root, worker: "builtin/recipe" } }),
      exercise("POST /repositories/defaults/file/admit", { body: file }),
      exercise("POST /repositories/defaults/file/revoke", { body: { repoPath: own.root } }),
    ],
    ends: [exercise("POST /repositories/admissions/:id/revoke", { ids: { id: admission.id } })],
  };
};
export default make;
