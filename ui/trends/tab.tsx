import { RunPictures, WorkPictures } from "./pictures.tsx";
import { QueuePicture } from "./queue.tsx";

/** The last 30 days, and the queue, in pictures. */
export const TrendsTab = () => (
  <>
    <RunPictures />
    <QueuePicture />
    <WorkPictures />
  </>
);
