import { Field } from './field';
import { FIRST_DAY, LAST_DAY } from './local-dates';

interface DateFieldProps {
  readonly label: string;
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem: string | undefined;
}

/** A calendar day. While it is half filled in, its value is empty. */
export function DateField({ label, value, onChange, problem }: DateFieldProps) {
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={FIRST_DAY}
          max={LAST_DAY}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
