import { RunPictures, WorkPictures } from "./pictures.tsx";
import { QueuePicture } from "./queue.tsx";

/** Charts of the last 30 days, and of the queue. */
export const TrendsTab = () => (
  <>
    <RunPictures />
    <QueuePicture />
    <WorkPictures />
  </>
);
