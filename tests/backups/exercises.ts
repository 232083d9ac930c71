import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = ({ ids }) => ({
  reads: [
    exercise("GET /control-plane/backups"),
    exercise("GET /control-plane/backups/:id", { ids: { id: ids.backup } }),
  ],
  writes: [exercise("POST /control-plane/backups")],
});
export default make;
