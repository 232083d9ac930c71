/** Returns whether a path is a directory or lies inside it. */
export const isWithin = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
