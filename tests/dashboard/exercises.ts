import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = ({ ids, repository }) => {
  const body = { path: repository.root };
  return {
    reads: [
      exercise("GET /"),
      exercise("GET /dashboard"),
      exercise("GET /dashboard/app.js"),
      exercise("GET /dashboard/styles.css"),
      { key: "GET /dashboard/*", path: `/dashboard/runs/${ids.runs.waiting}` },
      exercise("GET /history"),
      exercise("GET /dashboard/worker.js"),
      exercise("GET /assets/:name", { ids: { name: "favicon.svg" } }),
      exercise("GET /shell/git-status", { query: `path=${encodeURIComponent(repository.root)}` }),
    ],
    writes: [
      exercise("POST /shell/select-directory", { body }),
      exercise("POST /shell/open-path", { body }),
      exercise("POST /shell/sample"),
      exercise("POST /dashboard/calendar/events", { body: {} }),
    ],
  };
};
export default make;
