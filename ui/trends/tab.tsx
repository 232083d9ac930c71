import { RunPictures, WorkPictures } from "./pictures.tsx";

/** The last 30 days in pictures. */
export const TrendsTab = () => (
  <>
    <RunPictures />
    <WorkPictures />
  </>
);
