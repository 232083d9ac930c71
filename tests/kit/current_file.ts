/** The test file whose test runs now, where several files share a process; null where there is only one. */
export const current: { file: string | null } = { file: null };
