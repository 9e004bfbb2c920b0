import type { Choice } from './choice';
import { Field } from './field';

interface SelectFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly focusName?: string;
}

/** A drop-down list. */
export function SelectField(props: SelectFieldProps) {
  return (
    <Field label={props.label} hint={props.hint ?? ''} problem={props.problem}>
      {(control) => (
        <select
          {...control}
          data-focus={props.focusName}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
