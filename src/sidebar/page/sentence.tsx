const DAY_OR_MOMENT = /(\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?)/;

/** Text of the script, in which no day or time is broken at the end of a line. */
export function Sentence({ text }: { readonly text: string }) {
  // Split by a pattern with one group: every second part is what it matched.
  const parts = text.split(DAY_OR_MOMENT);
  return (
    <p>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are told apart by their place alone.
          <span class="whole" key={`${index} ${part}`}>
            {part}
          </span>
        ),
      )}
    </p>
  );
}
