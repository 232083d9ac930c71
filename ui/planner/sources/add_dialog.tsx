import { useSignal } from "@preact/signals";
import { draftInput } from "../../kit/forms/draft_input.ts";
import { Field } from "../../kit/forms/field.tsx";
import { FormDialog } from "../../kit/forms/form_dialog.tsx";
import { SelectField } from "../../kit/forms/select.tsx";
import { useFrame, useResource } from "../../shell/mod.ts";
import type { CalendarRole } from "../../../store/shared/enumerations.ts";

const KINDS = [
  { value: "ics_file", label: "Calendar file (.ics), or a directory of them" },
  { value: "ics_url", label: "Address of a calendar" },
  { value: "caldav", label: "CalDAV server" },
  { value: "markdown", label: "Tasks in Markdown" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

const ROLES: readonly { value: CalendarRole | ""; label: string }[] = [
  { value: "", label: "none of these" },
  { value: "work", label: "work" },
  { value: "private", label: "private" },
  { value: "holidays", label: "holidays" },
  { value: "time_off", label: "time off" },
];

/** Adds a source and reads it for the first time. */
export function AddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const { call } = useFrame();
  const secrets = useResource(
    ({ call }) => call("GET /secrets", { query: {} }),
    ({ type }) => type.startsWith("secret."),
  );
  const kind = useSignal<Kind>("ics_file");
  const role = useSignal<CalendarRole | "">("");
  const secretId = useSignal("");
  const draft = useSignal({ label: "", where: "", username: "", privateHost: "" });
  const isFile = kind.value === "ics_file" || kind.value === "markdown";
  const submit = async () => {
    const { label, where, username, privateHost } = draft.value;
    const { sources } = await call("GET /planner/settings");
    const id = newIdOf(label, sources.map(({ id }) => id));
    await call("POST /planner/settings", {
      body: {
        sources: [{
          id,
          kind: kind.value,
          label,
          ...(isFile ? { path: where } : { url: where }),
          ...(role.value && { role: role.value }),
          ...(!isFile && privateHost && { privateHost }),
          ...(!isFile && secretId.value && { secretId: secretId.value }),
          ...(!isFile && username && { username }),
        }],
      },
    });
    onClose();
    onAdded(id);
  };
  return (
    <FormDialog title="Add a source" action="Add and read" onSubmit={submit} onClose={onClose}>
      <Field label="Name">
        {(control) => <input {...control} {...draftInput(draft, "label")} required />}
      </Field>
      <SelectField label="Kind" options={KINDS} value={kind.value} onPick={(value) => kind.value = value} />
      <Field
        label={isFile ? "Path" : "Address"}
        hint={isFile ? "The absolute path, such as /home/me/calendar.ics" : "https: or webcal:"}
      >
        {(control) => <input {...control} {...draftInput(draft, "where")} required />}
      </Field>
      {!isFile && (
        <>
          <Field label="User" hint="Leave it empty for a bearer token, or if no sign-in is needed">
            {(control) => <input {...control} {...draftInput(draft, "username")} autoComplete="off" />}
          </Field>
          <SelectField
            label="Password or token"
            hint="A stored secret. It is sent only to this address."
            options={[
              { value: "", label: "none" },
              ...(secrets.value.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={secretId.value}
            onPick={(value) => secretId.value = value}
          />
          <Field
            label="On your own network"
            hint="The exact host:port, such as 192.168.1.10:5232; otherwise leave empty"
          >
            {(control) => <input {...control} {...draftInput(draft, "privateHost")} />}
          </Field>
        </>
      )}
      <SelectField
        label="Contents"
        options={ROLES}
        value={role.value}
        onPick={(value) => role.value = value}
      />
    </FormDialog>
  );
}

/** Returns an id for the name of a source that none has: lowercase letters, digits and dashes. */
function newIdOf(label: string, taken: readonly string[]): string {
  const name = label.toLowerCase().normalize("NFKD").replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "")
    .slice(0, 36) || "source";
  let id = name;
  for (let n = 2; taken.includes(id); n++) id = `${name}-${n}`;
  return id;
}
