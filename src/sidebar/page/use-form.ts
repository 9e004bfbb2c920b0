import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckedForm, Problems } from '../../contract/form';
import { summariseProblems } from './forms';
import { useSidebar } from './use-sidebar';

/** What the controls of a form show, and how they change. */
export interface FormFields<Fields extends object> {
  readonly fields: Fields;
  readonly problems: Problems<keyof Fields & string>;
  /** Takes what was chosen, and the marks off these fields. */
  change(changed: Partial<Fields>): void;
}

interface FormState<Fields extends object, Form> extends FormFields<Fields> {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Checks the form and marks what needs a correction. Null then, and while a call runs. */
  complete(): Form | null;
  submit(event: Event): void;
}

/**
 * Keeps what is chosen in a form until it is sent, and moves to the first field that needs a correction.
 *
 * @param begin What the fields show at first.
 * @param check Makes the form to send.
 */
export function useForm<Fields extends object, Form>(
  begin: () => Fields,
  check: (fields: Fields) => CheckedForm<Form>,
  onSubmit: (form: Form) => void,
): FormState<Fields, Form> {
  const { busy, complain, noteDraft } = useSidebar();
  const form = useRef<HTMLFormElement>(null);
  const [first] = useState(begin);
  const [fields, setFields] = useState(first);
  const [problems, setProblems] = useState<Problems<string>>({});
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  useEffect(() => noteDraft(form, JSON.stringify(fields) !== JSON.stringify(first)));
  useEffect(() => () => noteDraft(form, false), [noteDraft]);
  const change = (changed: Partial<Fields>) => {
    setFields({ ...fields, ...changed });
    const others = Object.entries(problems).filter(([field]) => !(field in changed));
    setProblems(Object.fromEntries(others));
  };
  const complete = () => {
    if (busy) return null;
    const { form: filled, problems: found } = check(fields);
    setProblems(found);
    const summary = summariseProblems(found);
    if (summary === null) return filled;
    complain(summary);
    setAttempts(attempts + 1);
    return null;
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const filled = complete();
    if (filled !== null) onSubmit(filled);
  };
  return { form, fields, problems, change, complete, submit };
}
