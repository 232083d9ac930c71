/** Returns the URL at which Visual Studio Code or a derived editor opens a file or directory. */
export function editorAddress(path: string): string {
  const full = path.replaceAll("\\", "/").replace(/^(?!\/)/, "/");
  return `vscode://file${
    full.split("/").map(encodeURIComponent).join("/").replace(/^\/([A-Za-z])%3A/, "/$1:")
  }`;
}
