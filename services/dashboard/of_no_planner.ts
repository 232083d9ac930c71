/** What an event of the calendar says that the planner did not bring. */
export const OF_NO_PLANNER = {
  occurrence: null,
  allDay: false,
  source: null,
  conflictIds: [],
  artifactId: null,
  taskId: null,
};
