import { QuestionStrip } from "./autonomy/question_strip.tsx";
import { followChoice } from "./notifications/desktop/follow.ts";
import { PAGES } from "./pages.ts";
import { startShell } from "./shell/layout/start.tsx";

startShell({ pages: PAGES, above: [QuestionStrip], begin: [followChoice] });
