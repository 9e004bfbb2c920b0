import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import { SAMPLE_ADDRESSES } from '../src/employer-api/connection';
import { listOrigins, OPEN_POLICY, readPolicy, readServiceAddresses } from './addresses';
import { type BuildOptions, type BuildResult, buildAddOn, listAllowedAddresses } from './bundle';
import { type BuildChoices, BuildError } from './command';
import { EDITIONS } from './edition';
import { GLOBAL_NAME } from './entry-points';

/** What the checks compare a built folder with. */
export interface BundleExpectations extends Pick<BuildOptions, 'addresses' | 'policy' | 'edition'> {
  /**
   * Names and values, such as `process.env`, whose secrets must not be in the bundle.
   * @default none
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * How large each file may grow, in bytes. Every execution reads all of `Code.js` before it does anything, and every opening
 * of the sidebar all of `Sidebar.html`. A number is raised in a change that says why.
 */
export const SIZE_BUDGET_BYTES = { 'Code.js': 640_000, 'Sidebar.html': 95_000, 'appsscript.json': 5_000 };

type FileName = keyof typeof SIZE_BUDGET_BYTES;
const FILE_NAMES = Object.keys(SIZE_BUDGET_BYTES) as FileName[];

/** The text of each of the three files. */
type BuiltTexts = Readonly<Record<FileName, string>>;

/**
 * Builds `build/dist` and checks it.
 *
 * @param root The project's folder.
 * @throws {BuildError} Every finding, one line each. The folder is left as it was built, to be looked at.
 */
export async function buildAndCheck(root: string, choices: BuildChoices): Promise<BuildResult> {
  const addresses = readServiceAddresses(join(root, 'build/service-addresses.json'));
  const policy = readPolicy(join(root, 'build/policy.json'));
  const result = await buildAddOn({ addresses, policy, root, outDir: join(root, 'build/dist'), ...choices });
  const { edition } = choices;
  const findings = checkBundle(result.outDir, { addresses, policy, edition, environment: process.env });
  if (findings.length === 0) return result;
  throw new BuildError(findings.join('\n'));
}

/** Checks a built folder before anyone gets it. @returns A sentence for each thing that is wrong, with its file. */
export function checkBundle(folder: string, expected: BundleExpectations): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  if (names.join() !== [...FILE_NAMES].sort().join())
    return [`${folder} must hold exactly ${FILE_NAMES.join(', ')}, not ${names.join(', ')}.`];
  const texts = Object.fromEntries(
    FILE_NAMES.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ) as unknown as BuiltTexts;
  return FILE_NAMES.flatMap((file) => {
    const text = texts[file];
    const budget = SIZE_BUDGET_BYTES[file] + (EDITIONS[expected.edition ?? 'sheets'].moreBytes[file] ?? 0);
    const bytes = Buffer.byteLength(text);
    const isLarge = bytes > budget ? [`It has ${bytes} bytes; its budget is ${budget}.`] : [];
    const rules = { 'Code.js': SCRIPT_RULES, 'Sidebar.html': PAGE_RULES, 'appsscript.json': [] }[file];
    const found = [
      ...isLarge,
      ...rules.flatMap((rule) => findForbidden(text, rule)),
      ...findForeignAddresses(file, text, expected),
      ...findSecrets(text, expected.environment),
      ...(file === 'Code.js' ? findLeaks(text) : []),
    ];
    return found.map((message) => `${file}: ${message}`);
  }).concat(checkWhitelist(texts['appsscript.json'], expected));
}

/** What may not stand in a file, and why. A rule with `mostUses` allows so many. */
interface Rule {
  readonly pattern: RegExp;
  readonly reason: string;
  readonly mostUses?: number;
}

/** Members of these names, whatever the object. */
const members = (names: string, reason: string, mostUses = 0): Rule => ({
  pattern: new RegExp(`\\.(?:${names.replaceAll(' ', '|')})\\b`, 'g'),
  reason,
  mostUses,
});
/** Methods of these names, where they are called. */
const calls = (names: string, reason: string): Rule => ({
  pattern: new RegExp(`\\.(?:${names.replaceAll(' ', '|')})\\(`, 'g'),
  reason,
});
const CODE_OF_TEXT: Rule = {
  pattern: /\b(?:eval|new Function|globalThis)\b/g,
  reason: 'text must never become code',
};

/**
 * What the compiler cannot refuse: it checks our sources against ES2019 without a browser or Node, and not packages. Objects
 * have no types here, so a member of such a name is refused on any object.
 */
const SCRIPT_RULES: readonly Rule[] = [
  CODE_OF_TEXT,
  { pattern: /\basync (?:function\b|\()/g, reason: 'a failure of what answers later is reported nowhere' },
  calls(
    'allSettled any at findLast findLastIndex group groupBy hasOwn matchAll replaceAll toReversed toSorted toSpliced isWellFormed toWellFormed',
    'it is newer than Apps Script is known to have',
  ),
  members(
    'deleteRow deleteRows deleteColumn deleteColumns deleteSheet insertColumns insertColumnAfter insertColumnBefore insertColumnsBefore deleteCells insertCells moveTo moveRows moveColumns appendRow',
    'it moves or removes cells that are not ours',
  ),
  // At the right end of a sheet, where no cell moves.
  members('insertColumnsAfter', 'one place alone may use it', 1),
  members('clear clearContents clearFormats clearNotes deleteActiveSheet', 'it can blank a whole sheet'),
  { pattern: /\.sort\(\s*[\d{]/g, reason: 'sorting a range moves cells' },
  members('setFormula setFormulas setFormulaR1C1 setFormulasR1C1', 'texts must never become formulas'),
  members('getScriptProperties getScriptCache getScriptLock', 'it is one store for all customers'),
  members('addDeveloperMetadata', 'viewers can read it'),
  calls('prompt', 'it shows what is typed'),
  calls('createTemplate createTemplateFromFile', 'a template runs what stands between its marks'),
  members('openById openByUrl', 'the granted scope covers the current spreadsheet only'),
];

const PAGE_RULES: readonly Rule[] = [
  CODE_OF_TEXT,
  {
    pattern:
      /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseFromString|createContextualFragment|srcdoc|DOMParser)\b|document\.write/g,
    reason: 'it makes markup of text, and a script in it could call the add-on as the user',
  },
  {
    pattern:
      /\b(?:onmessage|postMessage|sendBeacon|XMLHttpRequest|WebSocket|EventSource)\b|\bfetch\(|\(["']message["'],/g,
    reason: 'the page talks to the script only, by google.script.run',
  },
  {
    pattern: /\b(?:localStorage|sessionStorage|indexedDB)\b/g,
    reason: 'what is typed must not outlive the page',
  },
  {
    pattern:
      /<(?:embed|frame|iframe|link|object)\b|<base\b[^>]*\shref|<[a-z]+[^>]*\s(?:src|srcset|poster|on[a-z]+)=/gi,
    reason: 'the page loads nothing and listens in page.tsx',
  },
  { pattern: /http-equiv|javascript:|<\?/gi, reason: 'it leads elsewhere, or runs as a template' },
  { pattern: /[^\n\r\t\x20-\x7e]/g, reason: 'an encoding could spoil it' },
  { pattern: /<script\b/gi, reason: 'there is one script element', mostUses: 1 },
];

function findForbidden(text: string, { pattern, reason, mostUses = 0 }: Rule): string[] {
  const uses = [...text.matchAll(pattern)];
  if (uses.length <= mostUses) return [];
  return uses.map(({ 0: use, index }) => {
    const line = text.slice(0, index).split('\n').length;
    return `Line ${line} has ${use.trim()}: ${reason}.`;
  });
}

const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/[^\s"'`<>\\/?#]*)([^\s"'`<>\\]*)|(?<=["'`])\/\/[a-z0-9][^"'`]*/gi;
/** Names that only look like addresses: authorisation scopes, and the namespaces of HTML and SVG. */
const NAMES_LIKE_ADDRESSES = /^https:\/\/www\.googleapis\.com\/auth\/|^http:\/\/www\.w3\.org\//;

/**
 * Every address but those of the service, of the sample employer, of the edition and, where the policy allows it, of Google
 * Chat, in code, comments and markup alike. One put together at run time shows as one without a host.
 */
function findForeignAddresses(file: FileName, text: string, expected: BundleExpectations): string[] {
  const allowed = allowedAddresses(expected);
  const sample = listOrigins(SAMPLE_ADDRESSES);
  return [...text.matchAll(ADDRESS)]
    .filter(([whole]) => !NAMES_LIKE_ADDRESSES.test(whole))
    .filter(
      ([whole, origin]) => !allowed.includes(`${origin}/`) && !(file === 'Code.js' && sample.includes(whole)),
    )
    .map(([whole]) => `It holds the address ${whole}, which is not one of the service.`);
}

function allowedAddresses({ addresses, policy = OPEN_POLICY, edition = 'sheets' }: BundleExpectations) {
  return listAllowedAddresses(addresses, policy, EDITIONS[edition]);
}

function checkWhitelist(manifest: string, expected: BundleExpectations): string[] {
  const allowed = JSON.stringify(allowedAddresses(expected));
  const { urlFetchWhitelist } = JSON.parse(manifest) as { urlFetchWhitelist?: unknown };
  return JSON.stringify(urlFetchWhitelist) === allowed
    ? []
    : [`appsscript.json: urlFetchWhitelist must be ${allowed}.`];
}

/** Forms in which secrets are usually written: keys, tokens of well-known services, and values of members that are named so. */
const SECRET_FORM =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.|\bBearer [\w.~+/-]{16,}|\bAIza[\w-]{35}|\bGOCSPX-[\w-]{20,}|\bA(?:KI|SI)A[A-Z0-9]{16}\b|\bgh[pousr]_\w{30,}|\bxox[abprs]-[\w-]{10,}|\b(?:client_?secret|password)["']?\s*[:=]\s*(["'`])(?!\1)[^"'`$\s]{6,}\1/i;
const SECRET_VARIABLE = /secret|token|password|passwd|credential|private_key|api_?key/i;

/** A build machine has secrets, and one `define` too many would ship them. No finding repeats what it found. */
function findSecrets(text: string, environment: BundleExpectations['environment'] = {}): string[] {
  const isShipped = (value = '') => value.trim().length >= 8 && text.includes(value.trim());
  return [
    ...(SECRET_FORM.test(text) ? ['It holds what looks like a secret.'] : []),
    ...Object.entries(environment)
      .filter(([name, value]) => SECRET_VARIABLE.test(name) && isShipped(value))
      .map(([name]) => `It holds the value of the environment variable ${name}.`),
  ];
}

/**
 * Loads the script where nothing but the language is: no Google service, no Node. Finds globals besides the entry points,
 * which anyone could call, and work done while loading, which Apps Script would repeat before every formula.
 */
function findLeaks(code: string): string[] {
  const realm = vm.createContext({});
  try {
    vm.runInContext(code, realm, { timeout: 5_000 });
  } catch (error) {
    return [`Loading it already needs something or fails: ${(error as Error).message}.`];
  }
  const declared = [GLOBAL_NAME, ...[...code.matchAll(/^function (\w+)\(/gm)].map(([, name]) => name)];
  const leaks = Object.getOwnPropertyNames(realm).filter((name) => !declared.includes(name));
  return leaks.map((name) => `Anyone could call ${name}, which is no entry point.`);
}
