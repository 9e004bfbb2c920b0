import { splitDates } from './local-dates';
import { useSidebar } from './use-sidebar';

/** Text with days and times as the spreadsheet writes them, none broken at the end of a line. */
export function LocalText({ text }: { readonly text: string }) {
  const { locale } = useSidebar();
  return (
    <>
      {splitDates(text, locale).map((piece, index) =>
        piece.kind === 'words' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text differ by their place alone.
          <time class="whole" key={index} dateTime={piece.iso}>
            {piece.text}
          </time>
        ),
      )}
    </>
  );
}

/** A paragraph of such text. */
export function Sentence({ text, look }: { readonly text: string; readonly look?: string }) {
  return (
    <p class={look}>
      <LocalText text={text} />
    </p>
  );
}

/** Names and values, one pair a line. */
export function Definitions({
  lines,
  look,
}: {
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly look?: string;
}) {
  return (
    <dl class={look}>
      {lines.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may bear the same name.
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <LocalText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
