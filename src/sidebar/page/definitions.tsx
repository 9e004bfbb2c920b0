import { LocalText } from './sentence';

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
