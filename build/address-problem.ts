import { isServiceOrigin } from '../src/employer-api/connection';

/** UrlFetchApp refuses longer addresses. Fact U8. */
const LONGEST_ADDRESS = 2082;

/** What can be wrong with an address, the first match being the one to tell. */
const PROBLEMS: readonly (readonly [test: (text: string) => boolean, remedy: string])[] = [
  [(text) => text === '', 'is empty; give an https address'],
  [(text) => text.length > LONGEST_ADDRESS, `is longer than ${LONGEST_ADDRESS} characters`],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  [(text) => /[\s\u0000-\u001f\u007f]/.test(text), 'holds a space, a tab or a line break; remove it'],
  [(text) => /[^\u0021-\u007e]/.test(text), 'holds a letter outside a to z; look-alike names are refused'],
  [(text) => text.includes('\\'), 'holds a backslash; write https:// with two slashes'],
  [(text) => /^https:\/\//i.test(text) && !text.startsWith('https://'), 'must be written in lower case'],
  [(text) => !text.startsWith('https://'), 'must begin with https://'],
  [(text) => text.includes('@'), 'holds user information before an @; give the host only'],
  [(text) => /[?#]/.test(text), 'holds a query or a fragment; give the host only'],
  [
    (text) => text.slice('https://'.length).includes('/'),
    'holds a path or ends in a slash; give the host only',
  ],
  [(text) => text.includes('['), 'is an IP address; give a domain name'],
  [(text) => /:(?!\/\/)/.test(text), 'must be given without a port, also without :443'],
  [(text) => /[A-Z]/.test(text), 'must be written in lower case'],
  [(text) => text.endsWith('.'), 'ends in a dot; remove it'],
  [(text) => /(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$/.test(hostOf(text)), 'is an IP address; give a domain name'],
  [
    (text) => /(?:^|\.)xn--/.test(hostOf(text)),
    'is an encoded (punycode) name; look-alike names are refused',
  ],
];

/**
 * Says in a few words why a text is not a service address, or `undefined` when it is one.
 *
 * `isServiceOrigin` decides; this only finds the words.
 */
export function findAddressProblem(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'is not a text; give an https address';
  if (isServiceOrigin(text)) return undefined;
  const known = PROBLEMS.find(([test]) => test(text));
  return known?.[1] ?? 'is not a full domain name such as https://api.company.com';
}

function hostOf(text: string): string {
  return text.replace(/^https:\/\//, '');
}
