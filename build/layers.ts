/** A group of source files that obey the same rules. */
export interface Layer {
  readonly name: string;
  /** Which files, relative to `src/`. The first layer that matches a file has it. */
  readonly files: RegExp;
  /** The layers its files may import, besides its own. */
  readonly mayImport: readonly string[];
  /** The packages its files may import. */
  readonly packages: readonly string[];
  /** Whether its files may name Google's globals. */
  readonly namesGoogle: boolean;
  /** Why it is so. */
  readonly reason: string;
}

const CORES = ['reports', 'targets', 'answers', 'figures', 'employer-api', 'calendar', 'contract', 'limits'];
/** What is made of reports: each rests on them and knows nothing of the others. */
const MADE_OF_REPORTS = ['dashboards', 'alerts', 'explanations', 'warehouse'];
/** All of them, with the summary emails, which are made of dashboards. */
const PRODUCTS = [...MADE_OF_REPORTS, 'summaries'];

/** Who may import whom. One line per arrow of the picture in `CONTRIBUTING.md`. */
export const LAYERS: readonly Layer[] = [
  {
    name: 'main',
    files: /^main(?:-[a-z]+)?\.ts$/,
    mayImport: ['functions', 'sidebar', 'sidebar window', 'triggers', 'menu'],
    packages: [],
    namesGoogle: false,
    reason: 'it lists what Google Sheets may call and holds no logic',
  },
  {
    name: 'functions',
    files: /^functions\//,
    mayImport: ['compose/reading', ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'a formula may not write, so it gets its objects from compose/reading only',
  },
  {
    name: 'page',
    files: /^sidebar\/page\//,
    mayImport: ['contract', 'limits'],
    packages: ['preact'],
    namesGoogle: false,
    reason: 'it runs in the browser and knows the script by its contract only',
  },
  {
    name: 'sidebar window',
    files: /^sidebar\/open-sidebar\.ts$/,
    mayImport: ['compose', ...CORES],
    packages: [],
    namesGoogle: true,
    reason: 'opening the window is a Google call by nature; for anything else it asks compose',
  },
  {
    name: 'sidebar',
    files: /^sidebar\/[^/]+\.ts$/,
    mayImport: ['compose/writing', 'compose/edition', 'compose/reading', 'compose', ...PRODUCTS, ...CORES],
    packages: ['valibot'],
    namesGoogle: false,
    reason: 'a surface gets its objects from compose, and surfaces never import each other',
  },
  {
    name: 'menu',
    files: /^triggers\/on-open\.ts$/,
    mayImport: [],
    packages: [],
    namesGoogle: true,
    reason: 'onOpen also runs without authorisation, where it may build a static menu and nothing else',
  },
  {
    name: 'triggers',
    files: /^triggers\//,
    mayImport: ['menu', 'compose/writing', 'compose/reading', 'compose', ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'a surface gets its objects from compose, and surfaces never import each other',
  },
  {
    name: 'compose/reading',
    files: /^compose\/reading(?:-[a-z-]+)?\.ts$/,
    mayImport: ['compose', 'platform', 'sample', ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'it picks implementations for formulas, so it may not know compose/writing',
  },
  {
    name: 'compose/writing',
    files: /^compose\/writing(?:-[a-z-]+)?\.ts$/,
    mayImport: ['compose/edition', 'compose/reading', 'compose', 'platform', ...PRODUCTS, ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'it adds what writes to sheets',
  },
  {
    name: 'compose/edition',
    files: /^compose\/edition(?:-[a-z]+)?\.ts$/,
    mayImport: ['compose/reading', 'compose', 'platform', 'warehouse', ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'it adds what an edition has, which compose/writing takes in',
  },
  {
    name: 'compose',
    files: /^compose\//,
    mayImport: ['platform', ...CORES],
    packages: [],
    namesGoogle: false,
    reason: 'it serves reading and writing alike, so it may know neither',
  },
  {
    name: 'platform',
    files: /^platform\//,
    mayImport: [...PRODUCTS, ...CORES],
    packages: [],
    namesGoogle: true,
    reason: 'it implements the ports of the cores; nothing but compose knows it',
  },
  ...MADE_OF_REPORTS.map((name) => ({
    name,
    files: new RegExp(`^${name}/`),
    mayImport: CORES,
    packages: ['valibot'],
    namesGoogle: false,
    reason: 'core: what is made of reports; reports know it through ports only',
  })),
  {
    name: 'summaries',
    files: /^summaries\//,
    mayImport: ['dashboards', ...CORES],
    packages: ['valibot'],
    namesGoogle: false,
    reason:
      'core: pages for mail and chat; their figures are those of dashboards, so that the two never differ',
  },
  {
    name: 'reports',
    files: /^reports\//,
    mayImport: ['targets', 'answers', 'figures', 'employer-api', 'calendar', 'contract', 'limits'],
    packages: ['valibot'],
    namesGoogle: false,
    reason: 'core: plain JavaScript that gets everything else through ports',
  },
  {
    name: 'targets',
    files: /^targets\//,
    mayImport: ['answers', 'figures', 'employer-api', 'calendar', 'contract', 'limits'],
    packages: ['valibot'],
    namesGoogle: false,
    reason: 'core: what the cells of the targets sheet say, whoever reads them',
  },
  {
    name: 'answers',
    files: /^answers\//,
    mayImport: ['figures', 'employer-api', 'calendar', 'contract', 'limits'],
    packages: [],
    namesGoogle: false,
    reason: 'core: what was asked and the table that answers it, in a cell or on a sheet',
  },
  {
    name: 'figures',
    files: /^figures\//,
    mayImport: ['employer-api', 'calendar', 'contract', 'limits'],
    packages: ['valibot', 'fastest-levenshtein'],
    namesGoogle: false,
    reason: 'core: what the rows mean, wherever they come from and wherever they are shown',
  },
  {
    name: 'sample',
    files: /^sample\//,
    mayImport: ['employer-api', 'calendar', 'limits'],
    packages: [],
    namesGoogle: false,
    reason: 'core: a service in-process, known to compose alone so that it takes the place of a transport',
  },
  {
    name: 'employer-api',
    files: /^employer-api\//,
    mayImport: ['calendar', 'contract', 'limits'],
    packages: ['valibot'],
    namesGoogle: false,
    reason: "core: the service's protocol, whatever the reports are",
  },
  {
    name: 'calendar',
    files: /^calendar\//,
    mayImport: [],
    packages: [],
    namesGoogle: false,
    reason: 'core: days without clocks, for everyone, on nothing',
  },
  {
    name: 'contract',
    files: /^contract\//,
    mayImport: [],
    packages: ['valibot'],
    namesGoogle: false,
    reason:
      'what script and page say to each other, and the checks of forms: it runs on both sides, so it may rest on neither',
  },
  {
    name: 'limits',
    files: /^(?:limits|budget)\.ts$/,
    mayImport: [],
    packages: [],
    namesGoogle: false,
    reason:
      'numbers that someone may want to change, and the time of one execution: for everyone, on nothing',
  },
];

/** What may not be reached by imports of values, not even through others. */
export interface Unreachable {
  readonly from: RegExp;
  readonly target: RegExp;
  readonly reason: string;
}

/** The rules that hold across any number of steps. */
export const UNREACHABLE: readonly Unreachable[] = [
  {
    from: /^functions\//,
    target: /^platform\/(?:sheet-|dashboard-|mailer|warehouse-|[^/]*trigger)|^compose\/writing/,
    reason: 'a formula may not write to a sheet or set up triggers; Google Sheets refuses both',
  },
  {
    from: /^triggers\/on-open\.ts$/,
    target: /^(?:platform|compose)\//,
    reason: 'before authorisation every service but the menu is refused, and the menu with it',
  },
];
