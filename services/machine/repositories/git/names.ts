/** Code points that HFS+ ignores when it compares names. @see git/git utf8.c, `next_hfs_char` */
const HFS_IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/** The short names that NTFS may have given to `.gitmodules`. @see git/git path.c, `is_ntfs_dotgitmodules` */
const NTFS_GITMODULES = /^(?:gitmod~[1-4]|g(?:i(?:7(?:e(?:ba?)?)?)?)?~[1-9]\d*)$/;

/** Returns a name's form on a file system that ignores case and Unicode normal forms. */
export function foldName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** Whether some file system would take this name for `.git`. */
export function isDotGit(name: string): boolean {
  return plainForms(name).some((form) => form === ".git" || form === "git~1");
}

/** Whether some file system would take this name for `.gitmodules`. */
export function isDotGitmodules(name: string): boolean {
  return plainForms(name).some((form) => form === ".gitmodules" || NTFS_GITMODULES.test(form));
}

/** The name itself, and as NTFS opens it: without a stream (`:…`) and without trailing dots and spaces. */
function plainForms(name: string): string[] {
  const visible = name.replace(HFS_IGNORED, "");
  return [visible, visible.normalize("NFKC"), visible.split(":", 1)[0] ?? ""]
    .flatMap((form) => [form, form.replace(/[. ]+$/, "")])
    .map(foldName);
}
