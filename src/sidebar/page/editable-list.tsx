import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button, Question, Section, useQuestion } from './parts';
import type { ScriptCall } from './run-steps';
import { useSidebar } from './use-sidebar';

/** What is listed; begins the names of its controls for the keyboard. */
type Kind = 'alert' | 'pack';

/** Which form of a list is open, and where the keyboard goes after each step. */
interface OpenForm {
  /** The ID of the item whose form is open, `new` for one not yet saved, null for none. */
  readonly openId: string | null;
  open(id: string): void;
  close(): void;
  /** Removes an item. Resolves to whether that was done. */
  remove(progress: string, call: ScriptCall['call']): Promise<boolean>;
}

/** Keeps which form of a list is open. The first control of each form is named `alert-report`, `pack-report`. */
export function useOpenForm(kind: Kind): OpenForm {
  const { ask, focusNext } = useSidebar();
  const [openId, setOpenId] = useState<string | null>(null);
  return {
    openId,
    open: (id) => {
      setOpenId(id);
      focusNext(`${kind}-report`);
    },
    close: () => {
      setOpenId(null);
      focusNext(openId === 'new' ? `add-${kind}` : `edit-${kind} ${openId}`);
    },
    remove: async (progress, call) => {
      const outcome = await ask(progress, call);
      const isDone = outcome?.kind === 'done';
      if (isDone) focusNext(`add-${kind}`);
      return isDone;
    },
  };
}

interface EditableListProps<Item> extends Pick<OpenForm, 'openId' | 'open'> {
  readonly kind: Kind;
  readonly title: string;
  /** What to say while there is none. */
  readonly none: string;
  /** What to know before one is added; undefined for nothing. */
  readonly hint?: string | undefined;
  /** What the button for a new one is called. */
  readonly add: string;
  readonly canAdd: boolean;
  readonly items: readonly Item[];
  /** The form of an item; of a new one for null. */
  readonly formFor: (item: Item | null) => ComponentChildren;
  /** Shows an item, with its form in place of its buttons where that is open. */
  readonly show: (item: Item, form: ComponentChildren) => ComponentChildren;
}

/** A section of items that can be added and changed, one form open at a time. */
export function EditableList<Item extends { readonly id: string }>(props: EditableListProps<Item>) {
  const { kind, title, none, hint, add, canAdd, items, openId, open, formFor, show } = props;
  const isAdding = openId === 'new';
  return (
    <Section title={title}>
      {items.length === 0 && !isAdding && <p class="intro">{none}</p>}
      {hint !== undefined && <p class="hint">{hint}</p>}
      {isAdding && canAdd && formFor(null)}
      {!isAdding && canAdd && (
        <div class="buttons first">
          <Button focusName={`add-${kind}`} onClick={() => open('new')}>
            {add}
          </Button>
        </div>
      )}
      {items.length > 0 && (
        <ul>{items.map((item) => show(item, openId === item.id ? formFor(item) : null))}</ul>
      )}
    </Section>
  );
}

/** The words for changing and removing an item. */
interface ItemWords {
  readonly edit: string;
  readonly remove: string;
  readonly removeQuestion: (heading: string) => string;
  readonly keep: string;
  readonly confirmRemove: string;
}

interface EditableItemProps {
  readonly kind: Kind;
  readonly id: string;
  readonly heading: string;
  readonly details: readonly string[];
  readonly words: ItemWords;
  /** What removing it means, a paragraph each. */
  readonly removal: readonly string[];
  readonly onEdit: () => void;
  /** Removes it. Resolves to whether that was done. */
  readonly onRemove: () => Promise<boolean>;
  /** Its form while that is open: it takes the place of the buttons. */
  readonly form: ComponentChildren;
  /** How it stands. */
  readonly children: ComponentChildren;
}

/** One item: what it is, how it stands, and how to change or remove it. */
export function EditableItem(props: EditableItemProps) {
  const { kind, id, heading, details, words, removal, onEdit, onRemove, form, children } = props;
  const opener = `remove-${kind} ${id}`;
  const question = useQuestion(opener);
  const name = useId();
  const remove = async () => {
    if (!(await onRemove())) question.close();
  };
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{heading}</h3>
      {details.map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      {children}
      {form ??
        (question.isAsking ? (
          <Question
            title={words.removeQuestion(heading)}
            keep={words.keep}
            confirm={words.confirmRemove}
            focusName={question.focusName}
            onKeep={question.close}
            onConfirm={() => void remove()}
          >
            {removal.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Question>
        ) : (
          <div class="buttons">
            <Button look="text" focusName={`edit-${kind} ${id}`} describedBy={name} onClick={onEdit}>
              {words.edit}
            </Button>
            <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
              {words.remove}
            </Button>
          </div>
        ))}
    </li>
  );
}
