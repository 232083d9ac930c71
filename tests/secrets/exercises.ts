import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h }) => {
  const body = { name: "openai/main", kind: "api-key", provider: "openai", value: "a-key-of-nobody" };
  const { id } = await h.operator("POST /secrets", { body });
  return {
    reads: [
      exercise("GET /secrets"),
      exercise("GET /secrets/status"),
      exercise("GET /secrets/:id", { ids: { id } }),
      exercise("GET /secrets/:id/status", { ids: { id } }),
    ],
    writes: [
      exercise("POST /secrets", { body: { ...body, name: "openai/other" } }),
      exercise("POST /secrets/:id/delete", { ids: { id } }),
    ],
  };
};
export default make;
