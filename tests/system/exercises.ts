import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  const { id } = await h.operator("POST /control-plane/restore-verifications");
  return {
    reads: [
      exercise("GET /health"),
      exercise("GET /agent-client/contract"),
      exercise("GET /control-plane/status"),
      exercise("GET /control-plane/logs", { query: "stream=stderr" }),
      exercise("GET /control-plane/backup-manifest"),
      exercise("GET /control-plane/restore-verifications"),
      exercise("GET /control-plane/restore-verifications/:id", { ids: { id } }),
      exercise("GET /events"),
      exercise("GET /openapi.json"),
      exercise("GET /docs"),
    ],
    writes: [
      exercise("POST /control-plane/restore-verification"),
      exercise("POST /control-plane/restore-verifications"),
      exercise("POST /control-plane/restore-verifications/:id/cancel", { ids: { id } }),
    ],
  };
};
export default make;
