/** The planner's fields of a calendar event that is not from the planner. */
export const OF_NO_PLANNER = {
  occurrence: null,
  allDay: false,
  source: null,
  conflictIds: [],
  artifactId: null,
  taskId: null,
};
