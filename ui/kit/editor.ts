/** Returns the address at which Visual Studio Code and its kin open a file or a directory. */
export function editorAddress(path: string): string {
  const full = path.replaceAll("\\", "/").replace(/^(?!\/)/, "/");
  return `vscode://file${
    full.split("/").map(encodeURIComponent).join("/").replace(/^\/([A-Za-z])%3A/, "/$1:")
  }`;
}
