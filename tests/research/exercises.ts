import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { article, Web } from "./web_world.ts";

const make: MakeExercises = async (world) => {
  const web = await Web.pages({ "/page": article("A page", ["It has many words. ".repeat(30)]) });
  world.owned.push(web);
  await web.permit(world.h);
  const body = { url: web.url("/page") };
  return {
    reads: [exercise("POST /research/source-metadata", { body })],
    writes: [
      exercise("POST /research/source-preview", { body }),
      exercise("POST /research/source-search", { body: { query: "words" } }),
    ],
  };
};
export default make;
