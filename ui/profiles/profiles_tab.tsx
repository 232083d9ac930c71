import { useSignal } from "@preact/signals";
import { Badge, Status } from "../kit/badge.tsx";
import { Button } from "../kit/button.tsx";
import { createListing } from "../kit/lists/listing.ts";
import { ListView } from "../kit/lists/list_view.tsx";
import { type Frame, useFrame, useLive, usePageStore } from "../shell/mod.ts";
import { EditProfileDialog } from "./edit_dialog.tsx";
import { ImportAgentDialog } from "./import_agent_dialog.tsx";
import type { Profile } from "./types.ts";
import { useEffect } from "preact/hooks";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

const createProfilesStore = ({ call }: Frame) =>
  createListing((_: null, limit) => call("GET /agent-profiles", { query: { limit } }));

/** The profiles, which limit sessions. */
export function ProfilesTab() {
  const list = usePageStore(createProfilesStore);
  const open = useSignal<Profile | "import" | null>(null);
  const close = () => open.value = null;
  const skillName = useSkillNames();
  useLive(({ type }) => type.startsWith("agent_profile."), () => void list.show(null));
  return (
    <>
      <div class="row">
        <Button onPress={() => open.value = "import"}>Import an agent …</Button>
      </div>
      <ListView
        list={list}
        lines={6}
        empty={<p class="hint">No profiles.</p>}
      >
        {(profiles) => (
          <ul class="plain-list" aria-label="Profiles">
            {profiles.map((profile) => (
              <ProfileItem
                key={profile.id}
                profile={profile}
                skillName={skillName}
                onEdit={() => open.value = profile}
              />
            ))}
          </ul>
        )}
      </ListView>
      {open.value === "import" && <ImportAgentDialog onClose={close} />}
      {open.value !== null && open.value !== "import" && (
        <EditProfileDialog profile={open.value} onClose={close} />
      )}
    </>
  );
}

type ItemProps = { profile: Profile; skillName: (id: string) => string; onEdit: () => void };

function ProfileItem({ profile, skillName, onEdit }: ItemProps) {
  const { label, role, status, source, version, description, toolAllowlist, skillIds, overrides } = profile;
  const { provider, model } = profile;
  const limits = Object.entries(profile.limits).map(([name, value]) => `${name} ${value}`);
  return (
    <li class="panel">
      <div class="panel-body stack">
        <span class="row">
          <ShownText as="strong" class="wrap-anywhere" text={label} />
          <Badge>{role}</Badge>
          <Status status={status} />
          <span class="hint small">
            {source}, version {version}
            {overrides && `, instead of ${overrides}`}
          </span>
          <Button small label={`Change ${label}`} onPress={onEdit}>Change …</Button>
        </span>
        <ShownLines as="span" class="wrap-anywhere" text={description} />
        <span class="small wrap-anywhere">Tools: {toolAllowlist.join(", ") || "none"}</span>
        {provider && (
          <span class="small wrap-anywhere">Hint: {model ? `${provider}/${model}` : provider}</span>
        )}
        {skillIds.length > 0 && (
          <span class="small wrap-anywhere">Skills: {skillIds.map(skillName).join("; ")}</span>
        )}
        {limits.length > 0 && <span class="small">Limits: {limits.join(", ")}</span>}
      </div>
    </li>
  );
}

/** Returns a function from the id of a skill to what people call it, once that is known. */
function useSkillNames(): (id: string) => string {
  const { call } = useFrame();
  const names = useSignal<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const query = { kind: "skill" as const, limit: 1000 };
    void call("GET /capabilities", { query }).then(
      (found) => names.value = new Map(found.map(({ id, label }) => [id.slice("skill:".length), label])),
      () => {},
    );
  }, []);
  return (id) => names.value.get(id) ?? id;
}
