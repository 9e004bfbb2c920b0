import { utf8Length } from '../employer-api/text';
import type { PackPage } from './pack-page';
import { writeText } from './pack-text';

/** The largest message that Google Chat takes, in bytes: https://developers.google.com/workspace/chat/api/reference/rest. */
export const MOST_CHAT_BYTES = 32_000;

/** The page as a message of Google Chat: a card, and its plain text for where cards are not shown. At most 32,000 bytes. */
export function writeChatMessage(page: PackPage): string {
  const lines = plain(writeText(page)).split('\n');
  for (let count = lines.length; ; count -= 1) {
    const fallbackText = [...lines.slice(0, count), ...(count < lines.length ? ['…'] : [])].join('\n');
    const message = JSON.stringify({ fallbackText, cardsV2: [{ cardId: 'pack', card: cardOf(page) }] });
    if (count === 0 || utf8Length(message) <= MOST_CHAT_BYTES) return message;
  }
}

function cardOf({ headline, name, period, mark, sentence, tiles, worst, link }: PackPage) {
  const paragraph = (text: string) => ({ textParagraph: { text: plain(text) } });
  const venues = worst.lines.map(
    ({ name: who, missing, rate, verdict }) =>
      `${who}: ${missing} missing, ${rate}${verdict === '' ? '' : `, ${verdict}`}`,
  );
  return {
    header: { title: plain(headline), subtitle: plain([name, period].filter(Boolean).join(' · ')) },
    sections: [
      { widgets: [...(mark === '' ? [] : [paragraph(mark)]), paragraph(sentence)] },
      {
        widgets: tiles.map(({ label, value, change, target }) => ({
          decoratedText: {
            topLabel: plain(label),
            text: plain(value),
            ...(change + target === ''
              ? {}
              : { bottomLabel: plain([change, target].filter(Boolean).join(' · ')) }),
          },
        })),
      },
      ...(venues.length === 0 ? [] : [{ header: plain(worst.title), widgets: venues.map(paragraph) }]),
      ...(link === ''
        ? []
        : [
            {
              widgets: [
                {
                  buttonList: {
                    buttons: [{ text: 'Open the spreadsheet', onClick: { openLink: { url: link } } }],
                  },
                },
              ],
            },
          ]),
    ],
  };
}

/** Text in which Google Chat finds no tag, link or mention: it reads `<users/all>` as one. */
function plain(text: string): string {
  return text
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/[*_~`]/g, '\u200b$&');
}
