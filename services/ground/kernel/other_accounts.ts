/** Where the system keeps its accounts; tests use other files. */
type AccountFiles = { passwd: string; loginDefinitions: string };

const FILES: AccountFiles = { passwd: "/etc/passwd", loginDefinitions: "/etc/login.defs" };

/** A shell that does not allow a login. */
const NO_SHELL = /(?:^|\/)(?:nologin|false|sync|halt|shutdown)$/;

/** On macOS, the lowest number of a person's account. */
const FIRST_ON_MACOS = 501;

/**
 * Returns the names of other people's accounts on this machine: those in its files, with a number for people and a
 * login shell. Accounts of a directory service (LDAP, Active Directory) are not found, and none on Windows.
 */
export function otherAccounts(own: number | null = Deno.uid()): string[] {
  if (Deno.build.os === "darwin") return onMacos(own);
  return Deno.build.os === "windows" ? [] : inPasswd(own);
}

/** The same from files in the Linux format. */
export function inPasswd(own: number | null, { passwd, loginDefinitions }: AccountFiles = FILES): string[] {
  const definitions = textOf(loginDefinitions);
  const bound = (name: string, fallback: number) =>
    Number(new RegExp(`^\\s*${name}\\s+(\\d+)`, "m").exec(definitions)?.[1] ?? fallback);
  const [first, last] = [bound("UID_MIN", 1000), bound("UID_MAX", 60_000)];
  return textOf(passwd).split("\n").flatMap((line) => {
    const [name = "", , uid = "", , , , shell = ""] = line.split(":");
    const number = Number(uid);
    const isPerson = /^\d+$/.test(uid) && number >= first && number <= last && number !== own;
    return isPerson && !NO_SHELL.test(shell.trim()) ? [name] : [];
  });
}

function onMacos(own: number | null): string[] {
  const args = [".", "-list", "/Users", "UniqueID"];
  const { success, stdout } = new Deno.Command("/usr/bin/dscl", { args, stdin: "null", stderr: "null" })
    .outputSync();
  if (!success) return [];
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [name = "", uid = ""] = line.trim().split(/\s+/);
    return /^\d+$/.test(uid) && Number(uid) >= FIRST_ON_MACOS && Number(uid) !== own ? [name] : [];
  });
}

function textOf(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return ""; // a machine without the file has no such accounts
  }
}
