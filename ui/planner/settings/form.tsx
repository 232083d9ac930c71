import { useSignal } from "@preact/signals";
import { Banner } from "../../kit/banner.tsx";
import { Button } from "../../kit/button.tsx";
import { Field } from "../../kit/forms/field.tsx";
import { Panel } from "../../kit/panel.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { useAttempt } from "../../kit/forms/use_attempt.ts";
import { useFrame } from "../../shell/mod.ts";
import { entriesOf } from "../../../store/shared/records.ts";
import type { Settings } from "../common/types.ts";
import { hoursWords, readHours, type Weekday, WEEKDAYS } from "./hours.ts";
import { quietDraft, readQuietHours } from "./quiet_hours.ts";

const MINUTES = [
  { name: "bufferMinutes", label: "Minutes between meetings", most: 240 },
  { name: "travelBufferMinutes", label: "Minutes between places", most: 480 },
  { name: "dailyCapMinutes", label: "Maximum minutes of tasks per day", most: 1440 },
  { name: "defaultDurationMinutes", label: "Minutes for a task without an estimate", most: 1440 },
  { name: "refreshIntervalMinutes", label: "Minutes between refreshes (0 is off)", most: 10_080 },
] as const;

const READERS: readonly { value: Settings["ask"]["model"]; label: string }[] = [
  { value: "never", label: "None" },
  { value: "local", label: "Models on this machine" },
  { value: "any", label: "Any model, hosted ones too" },
];

/** What was chosen and not saved yet. */
type Chosen = { weekStart?: Weekday; model?: Settings["ask"]["model"] };

/** What is in the text fields. */
type Draft = Readonly<Record<string, string>>;

/** Returns the settings as text fields. */
const fieldsOf = (settings: Settings): Draft => ({
  timeZone: settings.timeZone,
  name: settings.identity.name,
  emails: settings.identity.emails.join(", "),
  ...quietDraft(settings.quietHours),
  engine: settings.searchEngine?.url ?? "",
  engineHost: settings.searchEngine?.privateHost ?? "",
  privateHosts: settings.privateHosts.join(", "),
  ...Object.fromEntries(
    MINUTES.map(({ name }) => [name, settings[name] === null ? "" : String(settings[name])]),
  ),
  ...Object.fromEntries(WEEKDAYS.map(({ day }) => [day, hoursWords(settings.workingHours, day)])),
});

/** The settings as a form; an empty field restores the default. What is not edited follows them, and is not sent. */
export function SettingsForm({ settings, onSaved }: {
  settings: Settings;
  onSaved: (settings: Settings) => void;
}) {
  const { call, toasts } = useFrame();
  const { busy, problem, attempt } = useAttempt();
  const typed = useSignal<Draft>({});
  const chosen = useSignal<Chosen>({});
  const shown = { ...fieldsOf(settings), ...typed.value };
  const { weekStart, model } = { weekStart: settings.weekStart, model: settings.ask.model, ...chosen.value };
  const save = () =>
    attempt(async () => {
      const sent = typed.value;
      const before = bodyOf(fieldsOf(settings));
      const changes = entriesOf(bodyOf(shown)).filter(([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name])
      );
      const body = {
        ...Object.fromEntries(changes),
        ...(weekStart !== settings.weekStart && { weekStart }),
        ...(model !== settings.ask.model && { ask: { model } }),
      };
      onSaved(await call("POST /planner/settings", { body }));
      chosen.value = {};
      // What was typed meanwhile is not saved yet.
      typed.value = Object.fromEntries(
        Object.entries(typed.value).filter(([name, text]) => text !== sent[name]),
      );
      toasts.say("The planner's settings are saved.");
    });
  const input = (name: string) => ({
    class: "input",
    value: shown[name],
    onInput: (event: { currentTarget: { value: string } }) =>
      typed.value = { ...typed.value, [name]: event.currentTarget.value },
  });
  const text = (name: string, label: string, hint = "") => (
    <Field label={label} hint={hint}>{(control) => <input {...control} {...input(name)} />}</Field>
  );
  return (
    <div class="columns">
      <div class="stack">
        <Panel title="Days and weeks">
          {text("timeZone", "Time zone", "Such as Europe/Berlin")}
          <SelectField
            label="First day of the week"
            options={WEEKDAYS.map(({ day, name }) => ({ value: day, label: name }))}
            value={weekStart}
            onPick={(value) => chosen.value = { ...chosen.value, weekStart: value }}
          />
          <fieldset class="hours">
            <legend>Working hours, such as 09:00-12:00, 13:00-17:00; empty for a day off</legend>
            {WEEKDAYS.map(({ day, name }) => <div key={day}>{text(day, name)}</div>)}
          </fieldset>
        </Panel>
        <Panel title="Quiet hours">
          <p class="hint small">
            Automated runs wait until quiet hours end. Leave it empty for none. An end before the start is on
            the next day.
          </p>
          {text("quietFrom", "From", "Such as 22:00")}
          {text("quietTo", "Until", "Such as 07:00")}
          {text(
            "quietDays",
            "On these days",
            "The days on which quiet hours begin, such as mon, fri; empty for all",
          )}
        </Panel>
        <Panel title="You">
          {text("name", "Name")}
          {text("emails", "Addresses", "Separated by commas. They identify your own replies.")}
        </Panel>
      </div>
      <div class="stack">
        <Panel title="Time">
          {MINUTES.map(({ name, label, most }) => (
            <Field key={name} label={label}>
              {(control) => <input type="number" min={0} max={most} {...control} {...input(name)} />}
            </Field>
          ))}
        </Panel>
        <Panel title="Questions">
          <SelectField
            label="Models that may read your records"
            hint="Only for a question that records alone do not answer. It reads the records that fit; each of its sentences is checked against them."
            options={READERS}
            value={model}
            onPick={(value) => chosen.value = { ...chosen.value, model: value }}
          />
        </Panel>
        <Panel title="Research">
          {text("engine", "Search engine", "The address of a SearXNG server; empty for no search")}
          {text("engineHost", "Its host on your own network", "host:port; otherwise leave empty")}
          {text(
            "privateHosts",
            "Hosts of your own network that may be read",
            "host:port, separated by commas",
          )}
        </Panel>
        {problem.value && <Banner tone="bad">{problem.value}</Banner>}
        <div>
          <Button kind="primary" busy={busy.value} onPress={save}>Save the settings</Button>
        </div>
      </div>
    </div>
  );
}

const listOf = (text = ""): string[] => text.split(",").map((each) => each.trim()).filter(Boolean);

function bodyOf(draft: Draft) {
  const { timeZone = "", name = "", engine = "", engineHost = "" } = draft;
  return {
    timeZone: timeZone.trim() || null,
    workingHours: Object.fromEntries(
      WEEKDAYS.map(({ day }) => [day, readHours(draft[day] ?? "")] as const).filter(([, spans]) =>
        spans.length > 0
      ),
    ),
    quietHours: readQuietHours(draft),
    ...Object.fromEntries(MINUTES.map(({ name }) => [name, draft[name] === "" ? null : Number(draft[name])])),
    identity: { name, emails: listOf(draft.emails) },
    searchEngine: engine.trim() === ""
      ? null
      : { kind: "searxng" as const, url: engine.trim(), privateHost: engineHost.trim() || null },
    privateHosts: listOf(draft.privateHosts),
  };
}
