import { SavedViews } from "../saved_views/menu.tsx";
import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { AskTab } from "./ask/tab.tsx";
import { CalendarTab } from "./calendar/tab.tsx";
import { ConflictsTab } from "./conflicts/tab.tsx";
import { SearchTab } from "./search/tab.tsx";
import { SettingsTab } from "./settings/tab.tsx";
import { SourcesTab } from "./sources/tab.tsx";
import { TasksTab } from "./tasks/tab.tsx";
import { PlannerZone, ZoneNote } from "./common/zone.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "calendar", label: "Calendar", Content: CalendarTab },
  { key: "tasks", label: "Tasks", Content: TasksTab },
  { key: "ask", label: "Ask", Content: AskTab },
  { key: "conflicts", label: "Conflicts", Content: ConflictsTab },
  { key: "search", label: "Search", Content: SearchTab },
  { key: "sources", label: "Sources", Content: SourcesTab },
  { key: "settings", label: "Settings", Content: SettingsTab },
];

/** Calendars and tasks, with the runs, approvals and automations of the same days. */
export default function PlannerPage() {
  return (
    <PlannerZone>
      <TabbedPage title="Planner" tabs={TABS} actions={<SavedViews />}>
        <ZoneNote />
      </TabbedPage>
    </PlannerZone>
  );
}
