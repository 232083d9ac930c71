import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = ({ ids: { taskSession } }) => {
  const ids = { id: taskSession };
  return {
    reads: [
      exercise("GET /task-sessions/:id", { ids }),
      exercise("GET /task-sessions/:id/transcript", { ids }),
    ],
    writes: [
      exercise("POST /task-sessions/:id/guidance", { ids, body: { content: "mind it" } }),
      exercise("POST /task-sessions/:id/stop", { ids }),
    ],
  };
};
export default make;
