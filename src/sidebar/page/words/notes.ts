/** What the section `Notes` says. */
export const NOTES_WORDS = {
  title: 'Notes',
  intro: 'Notes may name people. They stay in this spreadsheet.',
  keep: 'Delete notes older than',
  keepHint: 'By the day of the shift, when its report is refreshed.',
  months: { 0: 'Never', 13: '13 months', 25: '25 months' },
  save: 'Save setting',
  exportAll: 'Export and delete all notes',
  exportHint: 'Shows a file to save first, then asks.',
  question: (count: number) => `Delete ${count === 1 ? 'the note' : `all ${count} notes`}?`,
  effect:
    'They go from the tables and from Shift Reports notes. This can\u2019t be undone. Save the file first:',
  file: (name: string) => `Save ${name}`,
  keepNotes: 'No, keep them',
  confirm: 'Yes, delete notes',
} as const;
