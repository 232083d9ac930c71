/** How V8 is to use memory in processes of tests: it collects nothing while modules are loaded. */
export const TEST_HEAP = "--v8-flags=--min-semi-space-size=16,--max-semi-space-size=32";
