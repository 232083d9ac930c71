/** Returns whether an argument is the file of a workflow, as opposed to an id or a text. */
export const isWorkflowFile = (typed: string): boolean => /^[^\n]{1,4096}\.(?:ya?ml|json)$/.test(typed);
