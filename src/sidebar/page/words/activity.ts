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
  none: 'No runs yet. Each refresh is listed here.',
  undo: 'Undo last refresh',
  undoWhich: 'Table to restore',
  undoHint: 'Restores the table from before the last refresh. Press again to return to the newer one.',
  nothingToUndo: 'No earlier table to restore yet.',
  running: (by: string, since: string) => `A refresh started ${by} at ${since} is running.`,
} as const;
