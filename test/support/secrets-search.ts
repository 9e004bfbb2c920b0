import type { Scene } from './scene';

/** Something a person, a log or another host may see, and where. */
export interface Output {
  readonly place: string;
  readonly text: string;
}

/** What must not be seen, and where it may stand after all. */
export interface Needle {
  readonly name: 'secret' | 'token' | 'client ID' | 'webhook' | 'Google token';
  readonly text: string;
}

/** The spellings in which a text could leak: as it is, encoded in the usual ways, and its beginning. */
function spellings(text: string): string[] {
  const base64 = Buffer.from(text, 'utf8').toString('base64');
  return [
    text,
    text.slice(0, 8),
    encodeURIComponent(text),
    new URLSearchParams({ x: text }).toString().slice(2),
    JSON.stringify(text).slice(1, -1),
    base64.replace(/=+$/, ''),
    base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, ''),
  ];
}

/** Everything that can be seen of a scene now, except what is sent where it belongs. */
export function outputsOf(scene: Scene): Output[] {
  const { emulator } = scene;
  const outputs: Output[] = [];
  const add = (place: string, value: unknown) => {
    outputs.push({ place, text: typeof value === 'string' ? value : (JSON.stringify(value) ?? '') });
  };
  for (const book of emulator.books.values()) {
    const { sheets, names } = book.snapshot();
    add('names', names);
    for (const sheet of sheets) {
      add('sheet name', sheet.name);
      for (const cell of Object.values(sheet.cells)) {
        if (cell.value !== '' || cell.formula !== '' || cell.note !== '') add('cell', cell);
      }
    }
  }
  for (const line of emulator.logs) add('log', line);
  for (const mail of emulator.mails) add('mail', mail);
  for (const message of emulator.ui.messages) add('message', message);
  for (const window of emulator.ui.windows) add('page', window.html);
  for (const { outcome, calls } of emulator.executions) {
    add('outcome', outcome);
    for (const call of calls) add('call', call);
  }
  for (const [, entries] of emulator.caches) {
    for (const [key, { value }] of entries) {
      add('cache key', key);
      add(key.startsWith('state.') ? 'cache entry of the token' : 'cache entry', value);
    }
  }
  for (const [, entries] of emulator.properties) {
    for (const [key, value] of entries) {
      add('property key', key);
      const holder = Object.keys(HOLDERS).find((beginning) => key.startsWith(beginning)) ?? '';
      add(HOLDERS[holder] ?? 'property', value);
    }
  }
  for (const { url, headers, body } of emulator.requests) {
    add(url.startsWith('https://chat.googleapis.com/') ? 'URL of Google Chat' : 'URL', url);
    const region = Object.values(scene.addresses.regions).some((origin) => url.startsWith(`${origin}/`));
    for (const [name, value] of headers) {
      const warehouse = url.startsWith('https://bigquery.googleapis.com/');
      const host = region ? 'a region' : warehouse ? 'BigQuery' : undefined;
      const place = host && name === 'Authorization' ? `Authorization to ${host}` : 'header';
      add(place, `${name}: ${value}`);
    }
    add(url === `${scene.addresses.auth}/oauth/v2/tokens` ? 'token request' : 'body', body);
  }
  return outputs;
}

/** How the properties begin that hold secrets. */
const HOLDERS: Readonly<Record<string, string>> = {
  connection: 'property of the connection',
  'summaryHook.': 'property of a webhook',
};

const ALLOWED: Readonly<Record<Needle['name'], readonly string[]>> = {
  secret: ['property of the connection', 'token request'],
  'client ID': ['property of the connection', 'token request'],
  token: ['cache entry of the token', 'Authorization to a region'],
  webhook: ['property of a webhook', 'URL of Google Chat'],
  'Google token': ['Authorization to BigQuery'],
};

/** Where any spelling of a needle stands although it may not: the place and the needle's name, never the text. */
export function findLeaks(outputs: readonly Output[], needles: readonly Needle[]): string[] {
  return needles.flatMap(({ name, text }) => {
    const wanted = spellings(text);
    return outputs
      .filter(
        (output) => !ALLOWED[name].includes(output.place) && wanted.some((one) => output.text.includes(one)),
      )
      .map(({ place }) => `${name} in a ${place}`);
  });
}
