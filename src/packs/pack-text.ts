import type { PackPage } from './pack-page';

/** The page as plain text, with the same figures. */
export function writeText(page: PackPage): string {
  const { mark, name, period, headline, sentence, tiles, trend, worst, usual, open, link, notes } = page;
  return [
    ...(mark === '' ? [] : [mark]),
    [name, period].filter(Boolean).join(' · '),
    headline,
    sentence,
    tiles
      .map(({ label, value, change, target }) =>
        [`${label}: ${value}`, change, target].filter((part) => part !== '').join(', '),
      )
      .join('\n'),
    [`${trend.title}:`, ...trend.figures, trend.caption].join('\n'),
    worst.lines.length === 0
      ? 'No one was missing.'
      : [
          `${worst.title}:`,
          ...worst.lines.map(
            ({ name: who, missing, rate, verdict }) =>
              `${who}: ${missing} missing, ${worst.rateName} ${rate}${verdict === '' ? '' : `, ${verdict}`}`,
          ),
        ].join('\n'),
    ...(usual.lines.length === 0
      ? []
      : [
          [
            `${usual.title} (${usual.note}):`,
            ...usual.lines.map(
              ({ weekday, median, range }) => `${weekday}: median ${median}, 11 of 13 between ${range}`,
            ),
          ].join('\n'),
        ]),
    ...(open === undefined
      ? []
      : [[open.title, ...open.lines.map(({ day, count }) => `${day}: ${count}`)].join('\n')]),
    ...(link === '' ? [] : [`Open the spreadsheet: ${link}`]),
    notes.join('\n'),
  ].join('\n\n');
}
