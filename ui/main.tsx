import { QuestionStrip } from "./autonomy/question_strip.tsx";
import { forgetDrafts } from "./approvals/forget_drafts.ts";
import { automationFinder } from "./automations/finder.ts";
import { repositoryFinder } from "./autonomy/finder.ts";
import { followChoice } from "./notifications/desktop/follow.ts";
import { plannerFinder } from "./planner/finder.ts";
import { agentFinder } from "./profiles/finder.ts";
import { workflowFinder } from "./workflows/finder.ts";
import { PAGES } from "./pages.ts";
import { startShell } from "./shell/layout/start.tsx";

const FINDERS = [workflowFinder, automationFinder, agentFinder, repositoryFinder, plannerFinder];

startShell({ pages: PAGES, above: [QuestionStrip], finders: FINDERS, begin: [followChoice, forgetDrafts] });
