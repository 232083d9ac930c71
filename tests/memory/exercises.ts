import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { body } from "./memory_world.ts";

const RECORD = body({ content: "British English in the documentation", type: "preference" });

/** What a reviewer wrote becomes candidates. */
const make: MakeExercises = async ({ h }) => {
  const { id } = await h.operator("POST /memory", { body: RECORD });
  const [promoted, rejected] = (await h.operator("POST /memory/maintenance", { body: {} })).extracted;
  const review = await h.operator("POST /memory/review", { body: {} });
  return {
    reads: [
      exercise("GET /memory", { query: "query=English" }),
      exercise("GET /memory/context-preview", { query: "query=English" }),
      exercise("GET /memory/candidates"),
      exercise("GET /memory/reviews"),
      exercise("GET /memory/reviews/:id", { ids: { id: review.id } }),
    ],
    writes: [
      exercise("POST /memory", { body: RECORD }),
      exercise("POST /memory/:id/archive", { ids: { id } }),
      exercise("POST /memory/candidates/:id/promote", { ids: { id: promoted!.id } }),
      exercise("POST /memory/candidates/:id/reject", { ids: { id: rejected!.id } }),
      exercise("POST /memory/review"),
      exercise("POST /memory/maintenance", { body: {} }),
    ],
  };
};
export default make;
