import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { PreviewView } from '../contract-reports';
import { Sentence } from './sentence';
import { REPORT_WORDS } from './words/reports';

const FIGURE = /^[-\u2212]?[\d.,\u00a0\u202f ]+%?$/;

/* Sentences, rows and columns are told apart by their places alone. */
/* biome-ignore-start lint/suspicious/noArrayIndexKey: see above. */
/** What a report would write: what stands in its way, what goes where, and its first rows. */
export function PreviewPanel({ preview }: { readonly preview: PreviewView }) {
  const title = useId();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), []);
  const { headings, rows, facts, warnings } = preview;
  return (
    <div class="preview" ref={panel}>
      <h4 id={title}>{REPORT_WORDS.previewTitle}</h4>
      {warnings.map((warning, place) => (
        <Sentence key={place} look="notice" text={warning} />
      ))}
      {facts.map((fact, place) => (
        <Sentence key={place} text={fact} />
      ))}
      {rows.length === 0 ? (
        <p class="hint">{REPORT_WORDS.previewNothing}</p>
      ) : (
        <Table {...{ title, headings, rows }} />
      )}
      <p class="hint">{REPORT_WORDS.previewNotWritten}</p>
    </div>
  );
}

interface TableProps extends Pick<PreviewView, 'headings' | 'rows'> {
  readonly title: string;
}

function Table({ title, headings, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section class="table-room" aria-labelledby={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th scope="col" key={column}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {row.map((cell, column) => (
                <td key={column} class={FIGURE.test(cell) ? 'figure' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above. */
