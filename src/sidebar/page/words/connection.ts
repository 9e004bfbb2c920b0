/** Who may use a connection, as the radio buttons call it. */
export const AUDIENCE_LABELS = {
  everyone: 'Everyone who edits this spreadsheet',
  me: 'Only me',
} as const;

/** Who can run reports with a connection for everyone, and who can read its secret. */
export const EVERYONE = {
  'add-on':
    'Everyone who can edit this spreadsheet can run reports with it; they cannot read the secret back.',
  bound:
    'Everyone who can edit this spreadsheet can run reports with it, and can also read the secret, because they can edit the script.',
} as const;

/** The regions as the radio buttons call them. */
export const REGIONS = { US: 'US', UK: 'UK' } as const;

/** How a step of the check ended: a sign for the eye, and the word for it. */
export const CHECK_STATES = {
  ok: { sign: '\u2713', word: 'OK' },
  warning: { sign: '!', word: 'Warning' },
  failed: { sign: '\u2715', word: 'Failed' },
  not_reached: { sign: '\u2013', word: 'Not reached' },
} as const;

/** Everything else that the section `Connection` says. */
export const CONNECTION_WORDS = {
  title: 'Connection',
  region: 'Region',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  employer: 'Employer',
  usedBy: 'Used by',
  audience: 'Who can use this connection',
  connect: 'Connect',
  connectOwn: 'Connect your own',
  change: 'Change connection',
  check: 'Check connection',
  disconnect: 'Disconnect',
  useSample: 'Use sample data',
  welcome: 'Shift Reports fills sheets with the figures of your shifts, and keeps them fresh.',
  sampleTitle: 'Try it first',
  sampleHint: 'A made-up employer with 13 months of shifts. One press fills a sheet and builds a dashboard.',
  connectTitle: 'Or connect your own',
  connectIntro: 'Enter the API credentials that were issued to your employer account.',
  changeIntro:
    'Type the client ID and the secret again. The connection in use stays until these are accepted.',
  fromSampleIntro:
    'Enter the API credentials that were issued to your employer account. Reports stay; the next refresh fills them with your own figures.',
  employerHint: 'me stands for the employer that the credentials belong to. Or enter a numeric employer ID.',
  secretHint: 'Spaces around it are left out. Never shown again once saved.',
  onlyMe: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
  sampleEmployer: 'Sample employer',
  sampleBadge: 'SAMPLE',
  sampleFigures: 'All figures are made up.',
  disconnectQuestion: 'Disconnect this spreadsheet?',
  disconnectEffect:
    'Removes the saved credentials, the schedule, and what was kept for undoing. Your reports and the figures in the sheets stay.',
  leaveSampleEffect:
    'Removes the sample connection, the schedule, and what was kept for undoing. Your reports and the figures in the sheets stay.',
  keep: 'No, keep it',
  confirmDisconnect: 'Yes, disconnect',
  line: (region: string, employer: string) => `${region} \u00b7 ${employer} \u00b7 connected`,
  ownEmployer: 'your employer',
  numberedEmployer: (employer: string) => `employer ${employer}`,
  endsIn: (tail: string) => `ends in ${tail}`,
  checks: 'Result of the check',
} as const;
