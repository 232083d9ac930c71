import { CASE_OUTCOMES } from "../../store/trials/document.ts";
import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { recordCompleted, recordReady } from "./recorded.ts";

const make: MakeExercises = async ({ h, repository }) => {
  repository.commit({
    "src/more.ts": "export const more = 1;\n",
    "tests/more_test.ts": "import '../src/more.ts';\n",
  }, "Add more to the sources");
  const { root } = repository;
  const ready = { id: await recordReady(h, { root, proved: 3, others: CASE_OUTCOMES.slice(1) }) };
  const completed = { id: await recordCompleted(h, { root, proved: 30 }) };
  const body = { workers: ["builtin/recipe"], maxCostUsd: 1 };
  const { sha256 } = await h.operator("POST /trials/:id/plan", { params: ready, body });
  return {
    reads: [exercise("GET /trials"), exercise("GET /trials/:id", { ids: completed })],
    writes: [
      exercise("POST /trials", { body: { repoPath: root, verifier: "deno test" } }),
      exercise("POST /trials/:id/plan", { ids: ready, body }),
      exercise("POST /trials/:id/start", { ids: ready, body: { asked: body, sha256 } }),
      exercise("POST /trials/:id/stop", { ids: ready }),
      exercise("POST /trials/:id/resume", { ids: ready }),
      exercise("POST /trials/:id/propose", { ids: completed, body: { worker: "local/small" } }),
    ],
    ends: [exercise("DELETE /trials/:id", { ids: completed })],
  };
};
export default make;
