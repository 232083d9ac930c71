import { exercise, type MakeExercises } from "../kit/exercise.ts";

/** A routing policy that nothing matches. */
const POLICY = {
  name: "recipes alone",
  match: { taskClass: "nothing-else-has-it" },
  prefer: [{ provider: "builtin", model: "recipe" }],
};

/** A model server that is not there. */
const SERVER = { id: "near", kind: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" };

const make: MakeExercises = async ({ h }) => {
  const { id } = await h.operator("POST /model-routing/policies", { body: POLICY });
  const ids = { provider: "builtin" };
  const near = { provider: SERVER.id };
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
      exercise("POST /providers/find"),
      exercise("POST /providers", { body: SERVER }),
      exercise("POST /providers/:provider/test", { ids: near, body: {} }),
    ],
    ends: [exercise("POST /providers/:provider/remove", { ids: near, body: {} })],
  };
};
export default make;
