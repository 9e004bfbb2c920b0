import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/* What documents name is there, and the list of messages has the code's. */

function filesUnder(folder: string, end: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name) && !/(?:^|\/)(?:cache|dist|releases|questions)\//.test(name))
    .map((name) => join(folder, name));
}

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesUnder('docs', /\.md$/),
  ...filesUnder('src', /\.md$/),
  ...filesUnder('test', /\.md$/),
];

describe('what documents name is there', () => {
  test.each(DOCUMENTS)('the files that %s links to', (file) => {
    const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```|`[^`]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
      ([, link, src]) => link ?? src ?? '',
    );
    const missing = links
      .filter((link) => !/^(?:https?:|mailto:)/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
      });
    expect(missing).toEqual([]);
  });

  test.each(DOCUMENTS.filter((file) => file !== 'CHANGELOG.md'))(
    'the files of code and tests that %s names',
    (file) => {
      const named = [...readFileSync(file, 'utf8').matchAll(/`((?:src|test|build|docs)\/[\w./-]*)[`*]/g)];
      const missing = named
        .map(([, path = '']) => path)
        .filter((path) => !/^build\/(?:cache|dist|releases|questions)/.test(path))
        .filter((path) => !existsSync(path) && !existsSync(`${path}.test.ts`));
      expect(missing).toEqual([]);
    },
  );

  test.each(DOCUMENTS)('the commands that %s names', (file) => {
    const text = readFileSync(file, 'utf8');
    const scripts = [...text.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name);
    const tools = [...text.matchAll(/npx tsx ([\w./-]+)/g)].map(([, path = '']) => path);
    const { scripts: known } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    expect(scripts.filter((name) => !(name in known))).toEqual([]);
    expect(tools.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('the list of decisions has each record, under its title', () => {
    const listed = [
      ...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/^\| \[(\d+)\]\((\S+)\) \| (.*?) \|/gm),
    ];
    const records = readdirSync('docs/decisions')
      .filter((name) => /^\d{4}-/.test(name))
      .sort()
      .map((name) => {
        const [title = ''] = readFileSync(join('docs/decisions', name), 'utf8').split('\n');
        return [name, title];
      });
    expect(listed.map(([, no, name, title]) => [name, `# ${no} ${title}`])).toEqual(records);
  });
});

/** Anchors of headings as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );
}

describe('docs/messages.md', () => {
  const [, ...tables] = readFileSync('docs/messages.md', 'utf8').split(/^\| message \| reason \|$/m);
  const messages = tables.flatMap((table) => {
    const [rows = ''] = table.trimStart().split('\n\n');
    return [...rows.matchAll(/^\| (?!---)(.*?) \|/gm)].map(([, message = '']) => message);
  });
  /** Quotation marks and the joints of long texts do not count. */
  const plain = (text: string) => text.replace(/['`"]\s*\+\s*['`"]/g, '').replace(/[“”"*`]/g, '');
  const code = [...filesUnder('src', /\.tsx?$/), ...filesUnder('build', /\.ts$/)]
    .map((file) => plain(readFileSync(file, 'utf8')))
    .join('\n');

  test('lists messages that the code has, word for word', () => {
    expect(messages.length).toBeGreaterThan(20);
    const foreign = messages.filter((message) =>
      plain(message)
        .split('…')
        .map((part) => part.replace(/^[\s:,]+|[\s:,]+$/g, ''))
        .some((part) => part !== '' && !code.includes(part)),
    );
    expect(foreign).toEqual([]);
  });
});

test('what people read has the apostrophes of print', () => {
  const code = filesUnder('src', /\.(?:tsx?|html)$/).map((file) => readFileSync(file, 'utf8'));
  const texts = code.join('\n').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  expect(texts.match(/.*[a-z]\\?'[a-z].*/gi)).toBeNull();
});
