/** How a run ended. */
export const OUTCOMES = {
  running: 'Running',
  refreshed: 'Refreshed',
  held: 'Held',
  unfinished: 'Not finished',
  failed: 'Failed',
  lost: 'Never finished',
} as const;

/** What began a run. */
export const BEGUN = {
  sidebar: 'from a sidebar',
  menu: 'from the menu',
  schedule: 'by the schedule',
} as const;

/** Everything else that the section `Activity` says. */
export const ACTIVITY_WORDS = {
  title: 'Activity',
  none: 'Nothing yet. Every refresh will be listed here.',
  undo: 'Undo last refresh',
  undoWhich: 'Table to put back',
  undoHint: 'Puts back the table from before the last refresh. Press again to return to the newer one.',
  nothingToUndo: 'There is no earlier table to put back yet.',
  running: (by: string, since: string) => `A refresh started ${by} at ${since} is running.`,
} as const;
