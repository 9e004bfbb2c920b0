import { useId } from 'preact/hooks';

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly inline?: boolean;
}

/** Radio buttons under one name. A choice's hint describes it without becoming part of its name. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id} class={props.inline ? 'radios inline' : 'radios'}>
      <p class="label" id={id}>
        {props.label}
      </p>
      {props.choices.map(({ value, label, hint }) => (
        <div class="choice" key={value}>
          <label>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === props.chosen}
              aria-describedby={hint && `${id}-${value}`}
              onChange={() => props.onChoose(value)}
            />
            {label}
          </label>
          {hint && (
            <p class="hint" id={`${id}-${value}`}>
              {hint}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
