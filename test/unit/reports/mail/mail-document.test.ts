import { describe, expect, test } from '@jest/globals';
import {
  type MailDocument,
  nameInMail,
  typedText,
  writeChatMessage,
  writeHtml,
  writeMail,
  writeText,
} from '../../../../src/reports/mail/mail-document';

const LINK = 'https://docs.google.com/spreadsheets/d/1abc/edit';
const DOCUMENT: MailDocument = {
  subject: 'True fulfilment 85.8%',
  kicker: 'Rotas · week of 16 Nov 2026',
  mark: '',
  headline: 'True fulfilment 85.8%',
  sentence: 'It fell.',
  blocks: [
    {
      tiles: [
        {
          label: 'Booked',
          value: '90.0%',
          lines: ['▼ 2.0 pts', 'the worst fall of 13 weeks', 'target 95.0%'],
        },
        { label: 'Demand', value: '120', lines: ['', ''] },
      ],
    },
    {
      title: 'Trend',
      picture: {
        alternative: '9 Nov 86.0%, 16 Nov 85.8%.',
        caption: 'The band is the likely range.',
        png: [1, 2, 3],
        scale: ['90%', '80%'],
      },
    },
    {
      title: 'Most missing people',
      note: 'this week',
      table: {
        head: ['Venue', 'Missing', 'Fulfilment'],
        rows: [
          { cells: ['Grand <b>Hotel</b>', '12', '80.0%'], share: 1, below: 'target 90.0%: missed' },
          { cells: ['Mill', '3', '91.0%'], share: 0.25 },
        ],
      },
    },
  ],
  link: { address: LINK, words: 'Open the sheet' },
  notes: ['As of today.', 'To stop it, remove it.'],
};

describe('a mail document', () => {
  test('is plain text with the same figures', () => {
    expect(writeText(DOCUMENT).split('\n\n')).toEqual([
      'Rotas · week of 16 Nov 2026',
      'True fulfilment 85.8%',
      'It fell.',
      'Booked: 90.0%, ▼ 2.0 pts, the worst fall of 13 weeks, target 95.0%\nDemand: 120',
      'Trend\n9 Nov 86.0%, 16 Nov 85.8%.\nThe band is the likely range.',
      'Most missing people (this week)\nGrand <b>Hotel</b>: missing 12, fulfilment 80.0%, target 90.0%: missed\nMill: missing 3, fulfilment 91.0%',
      `Open the sheet: ${LINK}`,
      'As of today.\nTo stop it, remove it.',
    ]);
  });

  test('is HTML that escapes every text, shows the picture with its scale, and needs no network', () => {
    const html = writeHtml(DOCUMENT);
    expect(html).toContain('Grand &#60;b&#62;Hotel&#60;/b&#62;');
    expect(html).not.toContain('<b>');
    expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual(['src="cid:picture"', `href="${LINK}"`]);
    for (const label of ['90%', '80%']) expect(html).toContain(`>${label}</div>`);
    expect(html).toContain('<td width="25%" style="width:25%;height:4px');
    // The change of a tile, and the target of a venue.
    expect(html.match(/class="worse"/g)).toHaveLength(2);
  });

  test('has its picture beside it, if it has one', () => {
    expect(writeMail(DOCUMENT).picture).toEqual([1, 2, 3]);
    expect(writeMail({ ...DOCUMENT, blocks: [] }).picture).toEqual([]);
  });

  test('is a card with the same parts, in which Chat finds no tag, link or mention', () => {
    const { fallbackText, cardsV2 } = JSON.parse(
      writeChatMessage({ ...DOCUMENT, sentence: '<users/all> *fell*' }),
    );
    const [{ card }] = cardsV2;
    const [{ widgets }, { widgets: buttons }] = card.sections;
    expect(card.header).toEqual({ title: 'True fulfilment 85.8%', subtitle: 'Rotas · week of 16 Nov 2026' });
    expect(
      widgets.map(({ textParagraph: { text } }: { textParagraph: { text: string } }) => text.split('\n')[0]),
    ).toEqual([
      '‹users/all› \u200b*fell\u200b*',
      'Booked: 90.0%, ▼ 2.0 pts, the worst fall of 13 weeks, target 95.0%',
      'Trend',
      '9 Nov 86.0%, 16 Nov 85.8%.',
      'Most missing people (this week)',
      'Grand ‹b›Hotel‹/b›: missing 12, fulfilment 80.0%, target 90.0%: missed',
    ]);
    expect(fallbackText).toContain('Grand ‹b›Hotel‹/b›');
    expect(buttons[0].buttonList.buttons[0].onClick.openLink.url).toBe(LINK);
  });

  test('fits what Chat takes, however long', () => {
    const rows = Array.from({ length: 40 }, () => ({ cells: ['é'.repeat(60), '1', '2'] }));
    const notes = Array.from({ length: 60 }, () => 'é'.repeat(400));
    const long = { ...DOCUMENT, notes, blocks: [{ table: { head: ['A', 'B', 'C'], rows } }] };
    expect(Buffer.byteLength(writeChatMessage(long))).toBeLessThanOrEqual(32_000);
  });
});

describe('a name in a mail', () => {
  test.each([
    ['Grand Hotel', 'Grand Hotel'],
    ['Grand\n\tHotel  ', 'Grand Hotel'],
    ['shop.example', 'shop. example'],
    ['see https://evil.example/x', 'see https: //evil. example/x'],
    ['ann@evil.example', 'ann@ evil. example'],
    ['“Grand”', '"Grand"'],
    ['a\u202eb', 'ab'],
    ['No. 5', 'No. 5'],
    ['Hall 2026-03-01', 'Hall 2026-03-01'],
  ])('%j becomes %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown);
  });

  test('is at most sixty characters long, other text four hundred', () => {
    expect([nameInMail('x'.repeat(99)).length, typedText('x'.repeat(999)).length]).toEqual([60, 400]);
  });
});
