import { type PageTab, TabbedPage } from "../shell/mod.ts";
import { CapabilitiesTab } from "./capabilities_tab.tsx";
import { ChangesTab } from "./changes_tab.tsx";
import { ProfilesTab } from "./profiles_tab.tsx";
import { SkillsTab } from "./skills_tab.tsx";

const TABS: readonly [PageTab, ...PageTab[]] = [
  { key: "profiles", label: "Profiles", Content: ProfilesTab },
  { key: "capabilities", label: "Capabilities", Content: CapabilitiesTab },
  { key: "skills", label: "Skills", Content: SkillsTab },
  { key: "changes", label: "Changes", Content: ChangesTab },
];

/** The profiles of agents, the capabilities and skills that they may use, and the changes that wait for a decision. */
export default function ProfilesPage() {
  return <TabbedPage title="Agents" tabs={TABS} />;
}
