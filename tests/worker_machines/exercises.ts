import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { enrolMachine } from "./machine.ts";

const make: MakeExercises = async ({ h }) => {
  const { identity } = await enrolMachine(h);
  const ids = { id: identity.machineId };
  return {
    reads: [exercise("GET /workers"), exercise("GET /workers/:id/log", { ids })],
    writes: [
      exercise("POST /workers", { body: { name: "w2" } }),
      exercise("POST /workers/placement", { body: { verifyOn: "any" } }),
      exercise("POST /workers/:id/trust", { ids, body: { for: ["verify"] } }),
      exercise("POST /workers/:id/drain", { ids }),
      exercise("POST /workers/:id/resume", { ids }),
      exercise("POST /workers/:id/revoke", { ids }),
    ],
  };
};
export default make;
