/** Whether what was typed names the file of a workflow, where an id or its text may stand too. */
export const isWorkflowFile = (typed: string): boolean => /^[^\n]{1,4096}\.(?:ya?ml|json)$/.test(typed);
