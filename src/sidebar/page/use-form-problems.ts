import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Problems, summariseProblems } from './form-checks';
import { useSidebar } from './use-sidebar';

interface FormProblems<Field extends string> {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly problems: Problems<Field>;
  /** Shows these problems and moves to the first marked field. True when there are none. */
  accept(found: Problems<Field>): boolean;
  /** Takes the mark off fields that are being corrected. */
  forget(...fields: readonly Field[]): void;
}

/** Marks the fields of one form that need a correction. */
export function useFormProblems<Field extends string>(): FormProblems<Field> {
  const { complain } = useSidebar();
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Field>>({});
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const accept = (found: Problems<Field>) => {
    setProblems(found);
    const summary = summariseProblems(found);
    if (summary === null) return true;
    complain(summary);
    setAttempts(attempts + 1);
    return false;
  };
  const forget = (...fields: readonly Field[]) => {
    if (fields.every((field) => problems[field] === undefined)) return;
    const others = Object.entries(problems).filter(([field]) => !fields.includes(field as Field));
    setProblems(Object.fromEntries(others) as Problems<Field>);
  };
  return { form, problems, accept, forget };
}
