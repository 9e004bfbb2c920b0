import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import type { NodePath } from '@babel/traverse';
import type { FunctionDeclaration, Identifier, Node } from '@babel/types';
import { parse as parseOfYear } from 'acorn';
import type { Policy } from '../src/contract/sidebar';
import { SAMPLE_ADDRESSES, type ServiceAddresses } from '../src/employer-api/connection';
import { listOrigins, OPEN_POLICY, readPolicy, readServiceAddresses } from './addresses';
import { type BuildResult, buildAddOn, listAllowedAddresses } from './bundle';
import { type BuildChoices, BuildError } from './command';
import { EDITIONS, type Edition, type EditionParts } from './edition';
import { ENTRY_POINTS, type EntryPointKind, GLOBAL_NAME, listDocumentedParameters } from './entry-points';
import { type MemberUse, type NamesInCode, namesIn, parseScript } from './source-code';

/** One thing that a check does not accept. */
export interface Finding {
  /** Where it stands: a file, with a line where that helps. */
  readonly where: string;
  /** One sentence: what is wrong, and why it matters or what to do. */
  readonly message: string;
}

/** What the checks compare a built folder with. */
export interface BundleExpectations {
  readonly addresses: ServiceAddresses;
  /** @default mail to any domain, no Google Chat */
  readonly policy?: Policy;
  /** @default 'sheets' */
  readonly edition?: Edition;
  /**
   * Names and values whose secrets must not be in the bundle.
   * @default none
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * How large each file may grow, in bytes. Every execution reads all of `Code.js` before it does anything, and every opening
 * of the sidebar all of `Sidebar.html`. A number is raised in a change that says why.
 */
export const SIZE_BUDGET_BYTES = { 'Code.js': 1_200_000, 'Sidebar.html': 130_000, 'appsscript.json': 5_000 };

type FileName = keyof typeof SIZE_BUDGET_BYTES;
const FILE_NAMES = Object.keys(SIZE_BUDGET_BYTES) as FileName[];

/** The text of each of the three files. */
export type BuiltTexts = Readonly<Record<FileName, string>>;

/**
 * Checks a built folder before anyone gets it.
 *
 * @returns What is wrong, in the order of the checks; an empty list when nothing is. Scripts that can't even be read are not
 *   looked at further.
 */
export function checkBundle(
  folder: string,
  { addresses, policy = OPEN_POLICY, edition: name = 'sheets', environment = {} }: BundleExpectations,
): Finding[] {
  const edition = EDITIONS[name];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wrong = [
    ...FILE_NAMES.filter((file) => !names.includes(file)).map((where) => ({
      where,
      message: 'It is missing.',
    })),
    ...names
      .filter((file) => !FILE_NAMES.includes(file as FileName))
      .map((where) => ({ where, message: 'It does not belong there; exactly three files are pushed.' })),
  ];
  if (wrong.length > 0) return wrong;
  const texts = Object.fromEntries(
    FILE_NAMES.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ) as unknown as BuiltTexts;
  const unreadable = checkSyntax(texts);
  if (unreadable.length > 0) return [...checkSize(texts, edition), ...unreadable];
  return [
    ...checkSize(texts, edition),
    ...checkEntryPoints(texts),
    ...checkScript(namesIn(parseScript(texts['Code.js']))),
    ...checkAddresses(texts, addresses, policy, edition),
    ...checkSecrets(texts, environment),
    ...checkPage(texts['Sidebar.html']),
  ];
}

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
  throw new BuildError(findings.map(({ where, message }) => `${where}: ${message}`).join('\n'));
}

/** Refuses files above their budget and what their edition adds to it. */
export function checkSize(texts: BuiltTexts, { moreBytes }: EditionParts = EDITIONS.sheets): Finding[] {
  return FILE_NAMES.flatMap((where) => {
    const bytes = Buffer.byteLength(texts[where]);
    const budget = SIZE_BUDGET_BYTES[where] + (moreBytes[where] ?? 0);
    return bytes > budget ? [{ where, message: `It has ${bytes} bytes; its budget is ${budget}.` }] : [];
  });
}

/** Refuses syntax that Apps Script does not read: private members, static fields, modules, top-level `await`. Node reads them. */
export function checkSyntax(texts: BuiltTexts): Finding[] {
  const scripts = [
    ['Code.js', texts['Code.js']],
    ...listPageScripts(texts['Sidebar.html']).map((script) => ['Sidebar.html', script]),
  ];
  return scripts.flatMap(([where = '', script = '']) => {
    try {
      parseOfYear(script, { ecmaVersion: 2019, sourceType: 'script' });
      return [];
    } catch (error) {
      return [{ where, message: `It can't be read as JavaScript of 2019: ${(error as Error).message}.` }];
    }
  });
}

/**
 * Compares what the bundle lets others call with the list, twice: by what its text declares, and by what stands in a bare
 * realm after loading it. The second also finds work done while loading, which Apps Script would repeat before every formula.
 */
export function checkEntryPoints(
  texts: BuiltTexts,
  expected: Readonly<Record<string, EntryPointKind>> = ENTRY_POINTS,
): Finding[] {
  const code = texts['Code.js'];
  const { body } = parseScript(code).program;
  const functions = body.filter((statement) => statement.type === 'FunctionDeclaration');
  const others = body.filter(
    (statement) =>
      statement.type !== 'FunctionDeclaration' &&
      !(
        statement.type === 'VariableDeclaration' &&
        statement.declarations.every(({ id }) => (id as Identifier).name === GLOBAL_NAME)
      ),
  );
  const declared = functions.map(({ id }) => id?.name ?? '');
  const left = namesAfterLoading(code);
  const messages = [
    ...others.map(
      ({ loc }) =>
        `Only ${GLOBAL_NAME} and the entry points may stand at the top, not line ${loc?.start.line}.`,
    ),
    ...Object.keys(expected)
      .filter((name) => !declared.includes(name))
      .map((name) => `The entry point ${name} is missing.`),
    ...(left instanceof Error ? [`Loading it already needs something or fails: ${left.message}.`] : []),
    ...[...new Set([...declared, ...(left instanceof Error ? [] : left)])]
      .filter((name) => !Object.hasOwn(expected, name))
      .map((name) => `Anyone could call ${name}, which build/entry-points.ts does not list.`),
    ...functions.flatMap((declaration) => checkHelp(declaration, expected[declaration.id?.name ?? ''])),
  ];
  return messages.map((message) => ({ where: 'Code.js', message }));
}

/** What Sheets shows of a custom function while it is typed. */
function checkHelp(
  { id, params, leadingComments }: FunctionDeclaration,
  kind: EntryPointKind | undefined,
): string[] {
  if (kind !== 'custom function') return [];
  const docblock = leadingComments?.at(-1)?.value ?? '';
  const parameters = params.map((parameter) => (parameter as Identifier).name).join(', ');
  return [
    ...(/@customfunction\b/.test(docblock)
      ? []
      : [`${id?.name} lacks @customfunction: Sheets offers no help.`]),
    ...(listDocumentedParameters(docblock).join(', ') === parameters
      ? []
      : [`${id?.name} must document exactly its parameters (${parameters}) with @param {type} name.`]),
  ];
}

/** Loads the bundle where nothing but the language is: no Google service, no Node. @returns The names it leaves behind, or why it fails. */
function namesAfterLoading(code: string): string[] | Error {
  const realm = vm.createContext({});
  try {
    vm.runInContext(code, realm, { timeout: 5_000 });
  } catch (error) {
    return new Error((error as { message?: string }).message ?? String(error));
  }
  return Object.getOwnPropertyNames(realm).filter((name) => name !== GLOBAL_NAME);
}

const words = (...lines: readonly string[]) => lines.flatMap((line) => line.split(' '));

/** What the language itself offers up to 2019, and the Google services this product uses. */
const ALLOWED_NAMES = new Set(
  words(
    'Array ArrayBuffer Boolean DataView Date Error Float64Array Int8Array Int32Array Intl JSON Map Math Number Object',
    'RangeError Reflect RegExp Set String Symbol SyntaxError TypeError Uint8Array Uint32Array WeakMap WeakSet',
    'Infinity NaN undefined arguments isFinite isNaN parseFloat parseInt',
    'decodeURIComponent encodeURIComponent encodeURI decodeURI console',
    'CacheService Charts HtmlService LockService MailApp PropertiesService ScriptApp SpreadsheetApp UrlFetchApp Utilities',
  ),
);

/** Methods of the language that came after 2019: they parse everywhere and fail where they are missing. */
const NEWER_METHODS = new Set(
  words(
    'allSettled any at findLast findLastIndex group groupBy hasOwn matchAll replaceAll toReversed toSorted',
    'toSpliced isWellFormed toWellFormed',
  ),
);

/** Members of Google's services that may not be touched, by the reason. */
const FORBIDDEN_CALLS: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    'it moves or removes cells that are not ours',
    words(
      'deleteRow deleteRows deleteColumn deleteColumns insertColumns insertColumnAfter insertColumnBefore',
      'insertColumnsAfter insertColumnsBefore deleteCells insertCells moveTo moveRows moveColumns appendRow',
    ),
  ],
  [
    "it can blank a whole sheet, or remove a person's",
    words('clear clearContents clearFormats clearNotes deleteSheet deleteActiveSheet'),
  ],
  [
    'texts from the service must never become formulas',
    words('setFormula setFormulas setFormulaR1C1 setFormulasR1C1'),
  ],
  [
    'it is one store for all customers of an add-on',
    words('getScriptProperties getScriptCache getScriptLock'),
  ],
  ['viewers can read it', ['addDeveloperMetadata']],
  ['it shows what is typed', ['prompt']],
  ['a template runs what stands between its marks', words('createTemplate createTemplateFromFile append')],
  ['the granted scope covers the current spreadsheet only', words('openById openByUrl')],
];

/**
 * Members that one place alone may use: the hidden sheet in which large tables are staged is made and removed there, and a
 * new dashboard gets more columns at its right end, where no cell moves.
 */
const ALLOWED_ONCE = words('deleteColumns deleteSheet insertColumnsAfter');

/**
 * Refuses every global name that Apps Script lacks or that this product does not use, functions that answer later (a rejected
 * entry point is reported nowhere), methods newer than Apps Script is known to have, and calls that could destroy what people
 * have in their sheets, mix customers, or turn texts into formulas or markup. Objects have no types here, so a member of such
 * a name is refused on any object.
 */
export function checkScript({ free, members, asyncLines }: NamesInCode): Finding[] {
  const isOnlyOne = (name: string) =>
    ALLOWED_ONCE.includes(name) && members.filter((use) => use.name === name).length === 1;
  return [
    ...free
      .filter(({ name }) => !ALLOWED_NAMES.has(name))
      .map(({ name, line }) => [
        line,
        `It uses ${name}, which Apps Script lacks or this product must not use.`,
      ]),
    ...asyncLines.map((line) => [line, 'It has an async function, whose failure is reported nowhere.']),
    ...members
      .filter(({ name, call }) => call !== undefined && NEWER_METHODS.has(name))
      .map(({ name, line }) => [
        line,
        `It calls .${name}(), which is newer than Apps Script is known to have.`,
      ]),
    ...members.flatMap((use) => {
      const reason = isOnlyOne(use.name) ? undefined : reasonAgainst(use);
      return reason === undefined ? [] : [[use.line, `It uses .${use.name}: ${reason}.`]];
    }),
  ].map(([line, message]) => ({ where: `Code.js:${line}`, message: String(message) }));
}

function reasonAgainst({ name, call }: MemberUse): string | undefined {
  if (name === 'sort' && call !== undefined && !isListSort(call))
    return 'sorting a range moves cells; to sort a list, pass a function';
  return FORBIDDEN_CALLS.find(([, names]) => names.includes(name))?.[0];
}

/** A list is sorted by a function or by nothing; a range by a column number or an object. */
function isListSort(call: NodePath<Node>): boolean {
  if (!call.isCallExpression() && !call.isOptionalCallExpression()) return false;
  const [order, ...more] = call.node.arguments;
  if (order === undefined) return true;
  const declaration = order.type === 'Identifier' ? call.scope.getBinding(order.name)?.path.node : order;
  const value = declaration?.type === 'VariableDeclarator' ? declaration.init : declaration;
  return more.length === 0 && /^(ArrowFunction|Function)(Expression|Declaration)$/.test(value?.type ?? '');
}

const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/[^\s"'`<>\\/?#]*)([^\s"'`<>\\]*)/gi;
/** Names that only look like addresses: authorisation scopes, and the namespaces of HTML and SVG. */
const NAMES_LIKE_ADDRESSES = /^https:\/\/www\.googleapis\.com\/auth\/|^http:\/\/www\.w3\.org\//;

/**
 * Refuses every address but those of the service, of the sample employer, of the edition and, where the policy allows it, of
 * Google Chat, in code, comments and markup alike, and a manifest that lets the script fetch anything else. An address put
 * together at run time shows as one without a host, and is refused with the others.
 */
export function checkAddresses(
  texts: BuiltTexts,
  addresses: ServiceAddresses,
  policy: Policy = OPEN_POLICY,
  edition: EditionParts = EDITIONS.sheets,
): Finding[] {
  const allowed = listAllowedAddresses(addresses, policy, edition);
  const sample = listOrigins(SAMPLE_ADDRESSES).map((origin) => `${origin}/`);
  const foreign = FILE_NAMES.flatMap((where) =>
    [...texts[where].matchAll(ADDRESS)]
      .filter(([whole, origin]) => {
        if (NAMES_LIKE_ADDRESSES.test(whole)) return false;
        return !allowed.includes(`${origin}/`) && !(where === 'Code.js' && sample.includes(`${whole}/`));
      })
      .map(([whole]) => ({
        where,
        message: `It holds the address ${whole}, which is not one of the service.`,
      })),
  );
  const short = [texts['Code.js'], ...listPageScripts(texts['Sidebar.html'])]
    .flatMap((script) => namesIn(parseScript(script)).texts)
    .filter((text) => /^\/\/[a-z0-9]/i.test(text))
    .map((text) => ({ where: 'a script', message: `It holds the address ${text}, which has no scheme.` }));
  const { urlFetchWhitelist } = JSON.parse(texts['appsscript.json']) as { urlFetchWhitelist?: unknown };
  const isExact = JSON.stringify(urlFetchWhitelist) === JSON.stringify(allowed);
  const message = `urlFetchWhitelist must be ${JSON.stringify(allowed)}.`;
  return [...foreign, ...short, ...(isExact ? [] : [{ where: 'appsscript.json', message }])];
}

/** Forms in which secrets are usually written. */
const SECRET_FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/],
  ['a client secret', /["']?client_?secret["']?\s*[:=]\s*(["'`])(?!\1)[^"'`$\s]{6,}\1/i],
  ['a password', /["']?password["']?\s*[:=]\s*(["'`])(?!\1)[^"'`$\s]{8,}\1/i],
  ['an access token', /\bBearer [\w.~+/-]{16,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a Google client secret', /\bGOCSPX-[\w-]{20,}/],
  ['an AWS access key', /\bA(?:KI|SI)A[A-Z0-9]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_\w{30,}/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10,}/],
];
const SECRET_VARIABLE = /secret|token|password|passwd|credential|private_key|api_?key/i;

/**
 * Refuses anything that looks like a secret, and the value of any environment variable whose name says that it is one: a build
 * machine has those, and one `define` too many would ship them. No finding repeats what it found.
 *
 * @param environment Names and values, such as `process.env`.
 */
export function checkSecrets(
  texts: BuiltTexts,
  environment: Readonly<Record<string, string | undefined>> = {},
): Finding[] {
  const variables = Object.entries(environment).filter(
    ([name, value = '']) => SECRET_VARIABLE.test(name) && value.trim().length >= 8,
  );
  return FILE_NAMES.flatMap((where) => [
    ...SECRET_FORMS.filter(([, form]) => form.test(texts[where])).map(([what]) => ({
      where,
      message: `It holds what looks like ${what}.`,
    })),
    ...variables
      .filter(([, value = '']) => texts[where].includes(value.trim()))
      .map(([name]) => ({ where, message: `It holds the value of the environment variable ${name}.` })),
  ]);
}

const MARKUP_FROM_TEXT = 'it makes markup of text, and a script in it could call the add-on as the user';
const OTHER_WAY_OUT = 'the page talks to the script only, by google.script.run';
const OUTLIVES = 'what is typed must not outlive the page';

/** Members and global names that the page may not use, by the reason. */
const FORBIDDEN_IN_PAGE: readonly (readonly [reason: string, names: readonly string[]])[] = [
  [
    MARKUP_FROM_TEXT,
    words(
      'innerHTML outerHTML insertAdjacentHTML setHTMLUnsafe parseFromString createContextualFragment srcdoc writeln',
      'DOMParser',
    ),
  ],
  [OTHER_WAY_OUT, words('onmessage postMessage sendBeacon fetch XMLHttpRequest WebSocket EventSource')],
  [OUTLIVES, words('localStorage sessionStorage indexedDB')],
];
const FORBIDDEN_MARKUP: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/\son[a-z]+\s*=/i, 'It has an event attribute; listen in page.tsx.'],
  [/\s(?:src|srcset|data|poster)\s*=/i, 'It loads something; inline it.'],
  [
    /<(?:embed|frame|iframe|link|object)\b|<base\b[^>]*\shref/i,
    'It has an element that loads something or moves addresses.',
  ],
  [/http-equiv\s*=\s*["']?refresh/i, 'It leads the page elsewhere.'],
];

/** Refuses every way in which data could become markup or code in the page, or leave it. */
export function checkPage(page: string): Finding[] {
  const scripts = listPageScripts(page);
  const markup = page.replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2\s*>)/gi, '$1$3');
  return [
    ...(scripts.length === 1 ? [] : [`It must hold one script element, not ${scripts.length}.`]),
    ...(page.includes('<?') ? ['It holds <?, which a template would run.'] : []),
    ...(/javascript:/i.test(page) ? ['It holds a javascript: address.'] : []),
    ...(/[^\n\r\t\x20-\x7e]/.test(page)
      ? ['It holds characters beyond ASCII, which an encoding could spoil.']
      : []),
    ...FORBIDDEN_MARKUP.filter(([pattern]) => pattern.test(markup)).map(([, message]) => message),
    ...scripts.flatMap((script) => checkPageScript(namesIn(parseScript(script)))),
  ].map((message) => ({ where: 'Sidebar.html', message }));
}

function checkPageScript({ free, members, texts }: NamesInCode): string[] {
  const codeFromText = free.filter(({ name }) => name === 'eval' || name === 'Function');
  const named = [...new Set([...free, ...members].map(({ name }) => name).concat(texts))];
  const listens = members.some(({ name, call }) => {
    const [type] = name === 'addEventListener' && call?.isCallExpression() ? call.node.arguments : [];
    return type?.type === 'StringLiteral' && type.value === 'message';
  });
  return [
    ...codeFromText.map(({ name }) => `It uses ${name}: text must never become code.`),
    ...FORBIDDEN_IN_PAGE.flatMap(([reason, names]) =>
      names.filter((name) => named.includes(name)).map((name) => `It uses ${name}: ${reason}.`),
    ),
    ...(listens ? ['It listens to messages: another frame could send anything.'] : []),
    ...(members.some(({ name, object }) => name === 'write' && object === 'document')
      ? [`It uses document.write: ${MARKUP_FROM_TEXT}.`]
      : []),
  ];
}

/** The text of each script element of a page, in order. */
function listPageScripts(page: string): string[] {
  return [...page.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/gi)].map((match) => match[1] ?? '');
}
