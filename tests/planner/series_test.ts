import { readerTest } from "./independent.ts";
import { editSeries } from "./series_world.ts";

readerTest(
  "a random series that is edited through the door and Radicale is what an independent reader sees",
  async () => {
    await editSeries({ seed: 7, edits: 20 });
  },
);
