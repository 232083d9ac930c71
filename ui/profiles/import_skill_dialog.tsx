import { useSignal } from "@preact/signals";
import { Badge } from "../kit/badge.tsx";
import { Banner } from "../kit/banner.tsx";
import { draftInput } from "../kit/forms/draft_input.ts";
import { Field } from "../kit/forms/field.tsx";
import { FormDialog } from "../kit/forms/form_dialog.tsx";
import { useDraft } from "../kit/forms/use_draft.ts";
import { useFrame } from "../shell/mod.ts";
import { CHANGES_PATH, type GivenFile, type GivenSkill, type SkillCheck } from "./types.ts";
import { ShownLines, ShownText } from "../kit/text/shown_text.tsx";

/** Checks a skill, shows the findings, and imports it; a harmful one waits for a human. */
export function ImportSkillDialog({ directory = "", onClose }: {
  /** The directory of the skill on the service's machine, if it is known. */
  directory?: string;
  onClose: () => void;
}) {
  const { call, toasts, navigate } = useFrame();
  const kept = useDraft("skill.imported", { text: "", directory });
  const draft = kept.value;
  const files = useSignal<readonly GivenFile[]>([]);
  const archive = useSignal<string | null>(null);
  const checked = useSignal<SkillCheck | null>(null);
  const given = (): GivenSkill => {
    if (draft.value.directory.trim() !== "") return { directory: draft.value.directory.trim() };
    if (archive.value !== null) return { archiveBase64: archive.value };
    if (files.value.length > 0) return { files: [...files.value] };
    if (draft.value.text.trim() === "") {
      throw new Error("Choose a directory or a zip archive, paste a SKILL.md, or name a place.");
    }
    return { files: [{ path: "SKILL.md", content: draft.value.text }] };
  };
  const submit = async () => {
    const body = given();
    if (!checked.value?.importable) {
      return void (checked.value = await call("POST /skills/validate", { body }));
    }
    const { skill, quarantined, imported } = await call("POST /skills/import", { body });
    kept.sent();
    if (quarantined) return navigate(CHANGES_PATH);
    toasts.say(
      imported ? `${skill.name} is imported.` : `${skill.name} was there before, with the same content.`,
    );
    onClose();
  };
  const again = () => checked.value = null;
  return (
    <FormDialog
      title="Import a skill"
      action={checked.value?.importable ? "Import it" : "Check it"}
      wide
      draft={kept}
      onSubmit={submit}
      onClose={onClose}
    >
      {directory === "" && (
        <Field
          label="Directory"
          hint="It contains a SKILL.md. All its files are read and scanned. None is executed."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              class="input"
              multiple
              ref={(element) => element?.setAttribute("webkitdirectory", "")}
              onChange={async ({ currentTarget }) => {
                again();
                files.value = await Promise.all([...currentTarget.files ?? []].map(readFile));
              }}
            />
          )}
        </Field>
      )}
      {directory === "" && (
        <Field
          label="Or a zip archive"
          hint="Of such a directory. It is unpacked in memory, apart from the service."
        >
          {(control) => (
            <input
              {...control}
              type="file"
              class="input"
              accept=".zip,application/zip"
              onChange={async ({ currentTarget }) => {
                again();
                const [file] = currentTarget.files ?? [];
                archive.value = file ? await toBase64(file) : null;
              }}
            />
          )}
        </Field>
      )}
      {directory === "" && (
        <Field label="Or its text" hint="Of a skill that is one SKILL.md.">
          {(control) => (
            <textarea
              {...control}
              {...draftInput(draft, "text")}
              class="code"
              rows={6}
              spellcheck={false}
              onChange={again}
            />
          )}
        </Field>
      )}
      <Field
        label={directory === "" ? "Or a place" : "Place"}
        hint="The absolute path of a directory on the service's machine."
      >
        {(control) => (
          <input {...control} {...draftInput(draft, "directory")} class="input mono" onChange={again} />
        )}
      </Field>
      {checked.value && <Found check={checked.value} />}
    </FormDialog>
  );
}

/** Reads a file of the chosen directory, with its relative path. */
async function readFile(file: File): Promise<GivenFile> {
  const path = file.webkitRelativePath.split("/").slice(1).join("/") || file.name;
  return { path, contentBase64: await toBase64(file) };
}

async function toBase64(file: File): Promise<string> {
  let text = "";
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}

const SEVERITIES = { critical: "bad", high: "bad", medium: "warning", low: "info" } as const;

function Found(
  { check: { valid, importable, errors, warnings, findings, manifest } }: { check: SkillCheck },
) {
  const permissions = Object.entries(manifest?.permissions ?? {}).filter(([, names]) => names.length > 0);
  return (
    <section class="stack" aria-live="polite" aria-label="What was found">
      {!importable && <Banner tone="bad">It cannot be imported before this is mended.</Banner>}
      {importable && findings.length === 0 && errors.length === 0 && (
        <p>
          {valid ? "It follows the specification. " : "It can be imported. "}
          The scan found none of the patterns that it knows, which does not prove that the skill is harmless.
        </p>
      )}
      <ul class="small">
        {errors.map(({ path, line, rule, message }) => (
          <li key={`${path} ${line} ${rule}`} class="wrap-anywhere">
            <ShownText text={path} />
            {line === undefined ? "" : `:${line}`}: <ShownLines text={message} />
          </li>
        ))}
        {warnings.map((warning) => <ShownLines key={warning} as="li" class="wrap-anywhere" text={warning} />)}
        {findings.map(({ id, severity, path, line, why, excerpt }) => (
          <li key={id} class="wrap-anywhere">
            <Badge tone={SEVERITIES[severity]}>{severity}</Badge> <ShownText text={path} />:{line}: {why}{" "}
            <ShownLines as="code" text={excerpt} />
          </li>
        ))}
        {permissions.map(([name, names]) => (
          <li key={name} class="wrap-anywhere">It speaks of {name}: {names.join(", ")}</li>
        ))}
      </ul>
    </section>
  );
}
