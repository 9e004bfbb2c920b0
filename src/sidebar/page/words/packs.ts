/** What a pack is about, as the `Every` list calls it. */
export const UNIT_LABELS = { week: 'Week', month: 'Month' } as const;

/** One page or several, as the radio buttons call it. */
export const SPLIT_WORDS = {
  all: {
    label: 'One page for all',
    effect: 'The whole report, with the venues where most people are missing.',
  },
  venue: { label: 'One page for each venue', effect: 'An email for each venue, at most 20.' },
} as const;

/** Everything else that the section `Packs` says. */
export const PACK_WORDS = {
  title: 'Packs',
  none: 'No packs yet. A pack emails the last complete week or month as one page.',
  noReports: 'No packs yet. Add a report first: a pack shows the rows of a report.',
  noSchedule: 'Packs go out with the schedule. Save one on Settings before you save a pack.',
  add: 'Add pack',
  newTitle: 'New pack',
  changeTitle: 'Edit pack',
  report: 'Report to send',
  to: 'Send to',
  toHint:
    'Up to 10 addresses, separated by commas. Everyone sees the other addresses. At most 10 new addresses a day get mail.',
  every: 'Every',
  on: 'On',
  dayOfMonth: (day: number) => `Day ${day} of the month`,
  after: 'After',
  afterHint:
    'It goes with the first scheduled run from then on whose report is refreshed and complete, within 24 hours. A changed pack goes from its next day on.',
  split: 'Pages',
  chat: 'Google Chat webhook',
  chatHint:
    'Optional. In the Chat space: Apps and integrations, Webhooks. Whoever has it can write to the space, so it is never shown again.',
  chatKept: 'Keep sending to the Chat space',
  chatKeptHint: 'Type another webhook above to change the space.',
  chatSpace: 'the Chat space',
  inChat: 'And to a Chat space',
  preview: 'Preview',
  previewTitle: 'Preview',
  previewNotSent: 'Nothing was sent or saved. \u201cSend me a test\u201d shows it as an email.',
  test: 'Send me a test',
  testHint: 'A test goes to the first address, in your name.',
  save: 'Save pack',
  edit: 'Edit',
  remove: 'Remove',
  removeQuestion: (pack: string) => `Remove the pack \u201c${pack}\u201d?`,
  removeEffect: (who: string) => `It no longer goes to ${who}. The report and its table stay.`,
  keep: 'No, keep it',
  confirmRemove: 'Yes, remove pack',
  removedReport: 'a removed report',
  heading: { week: (sheet: string) => `Weekly: ${sheet}`, month: (sheet: string) => `Monthly: ${sheet}` },
  when: (day: string, hour: string, split: string) => `${day}, after ${hour}: ${split}`,
  mailTo: (addresses: string) => `To ${addresses}`,
  waits: 'Needs you',
} as const;
