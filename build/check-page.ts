import { type BuiltFiles, listPageScripts, parseScript } from './built-files';
import type { Finding } from './finding';
import { listFreeNames, listMemberUses, listTexts } from './names-in-code';

const WHERE = 'Sidebar.html';

const MARKUP_FROM_TEXT =
  'it makes markup of text, and a script in it could call every entry point as the user';
const OTHER_WAY_OUT = 'the page talks to the script only, by google.script.run';

/** Members of the page's objects that may not be touched. */
const FORBIDDEN_MEMBERS: Readonly<Record<string, string>> = {
  innerHTML: MARKUP_FROM_TEXT,
  outerHTML: MARKUP_FROM_TEXT,
  insertAdjacentHTML: MARKUP_FROM_TEXT,
  setHTMLUnsafe: MARKUP_FROM_TEXT,
  parseFromString: MARKUP_FROM_TEXT,
  createContextualFragment: MARKUP_FROM_TEXT,
  srcdoc: MARKUP_FROM_TEXT,
  writeln: MARKUP_FROM_TEXT,
  onmessage: 'another frame could send anything',
  postMessage: OTHER_WAY_OUT,
  sendBeacon: OTHER_WAY_OUT,
  fetch: OTHER_WAY_OUT,
  localStorage: 'what is typed must not outlive the page',
  sessionStorage: 'what is typed must not outlive the page',
};

/** Global names that the page may not use. */
const FORBIDDEN_NAMES: Readonly<Record<string, string>> = {
  eval: 'text must never become code',
  Function: 'text must never become code',
  DOMParser: MARKUP_FROM_TEXT,
  fetch: OTHER_WAY_OUT,
  XMLHttpRequest: OTHER_WAY_OUT,
  WebSocket: OTHER_WAY_OUT,
  EventSource: OTHER_WAY_OUT,
  localStorage: 'what is typed must not outlive the page',
  sessionStorage: 'what is typed must not outlive the page',
  indexedDB: 'what is typed must not outlive the page',
};

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
export function checkPage({ texts }: BuiltFiles): Finding[] {
  const page = texts[WHERE];
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
    ...scripts.flatMap(checkPageScript),
  ].map((message) => ({ where: WHERE, message }));
}

function checkPageScript(script: string): string[] {
  const ast = parseScript(script);
  const names = listFreeNames(ast).filter(({ name }) => Object.hasOwn(FORBIDDEN_NAMES, name));
  const uses = listMemberUses(ast);
  const members = uses.filter(({ name }) => Object.hasOwn(FORBIDDEN_MEMBERS, name));
  const texts = listTexts(ast).map(({ text }) => text);
  return [
    ...names.map(({ name }) => `It uses ${name}: ${FORBIDDEN_NAMES[name]}.`),
    ...members.map(({ name }) => `It uses .${name}: ${FORBIDDEN_MEMBERS[name]}.`),
    ...texts
      .filter((text) => Object.hasOwn(FORBIDDEN_MEMBERS, text))
      .map((text) => `It names ${text} in a text.`),
    ...(texts.includes('message') && uses.some(({ name }) => name === 'addEventListener')
      ? uses.filter(isMessageListener).map(() => 'It listens to messages: another frame could send anything.')
      : []),
    ...uses
      .filter(({ name, object }) => name === 'write' && object === 'document')
      .map(() => `It uses document.write: ${MARKUP_FROM_TEXT}.`),
  ];
}

function isMessageListener({ name, call }: ReturnType<typeof listMemberUses>[number]): boolean {
  if (name !== 'addEventListener' || call === undefined) return false;
  const [type] = call.isCallExpression() ? call.node.arguments : [];
  return type?.type === 'StringLiteral' && type.value === 'message';
}
