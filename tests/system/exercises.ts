import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = () => ({
  reads: [
    exercise("GET /health"),
    exercise("GET /agent-client/contract"),
    exercise("GET /control-plane/status"),
    exercise("GET /control-plane/logs", { query: "stream=stderr" }),
    exercise("GET /control-plane/backup-manifest"),
    exercise("GET /events"),
    exercise("GET /openapi.json"),
    exercise("GET /docs"),
  ],
  writes: [exercise("POST /control-plane/restore-verification")],
});
export default make;
