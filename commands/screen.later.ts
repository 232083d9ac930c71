/** The screen and the library that draws it, loaded when somebody sees it. */
export const SCREEN = {
  open: () => import("./screen/open.ts" as string) as Promise<typeof import("./screen/open.ts")>,
};
