import { exercise, type MakeExercises } from "../kit/exercise.ts";

/** A routing policy that nothing matches. */
const POLICY = {
  name: "recipes alone",
  match: { taskClass: "nothing-else-has-it" },
  prefer: [{ provider: "builtin", model: "recipe" }],
};

const make: MakeExercises = async ({ h }) => {
  const { id } = await h.operator("POST /model-routing/policies", { body: POLICY });
  const ids = { provider: "builtin" };
  return {
    reads: [
      exercise("GET /models"),
      exercise("GET /model-catalog", { query: "limit=10" }),
      exercise("GET /providers/health"),
      exercise("GET /providers/:provider/health-history", { ids, query: "limit=5" }),
      exercise("GET /model-routing/policies", { query: "status=active" }),
      exercise("GET /model-routing/policies/:id", { ids: { id } }),
    ],
    writes: [
      exercise("POST /providers/:provider/health-check", { ids }),
      exercise("POST /model-routing/preview", { body: { request: "make it nicer" } }),
      exercise("POST /model-routing/policies", { body: POLICY }),
    ],
  };
};
export default make;
