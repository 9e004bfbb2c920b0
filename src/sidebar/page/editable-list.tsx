import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { AskFirst, Button, Section } from './parts';

interface EditableListProps<Item> {
  readonly title: string;
  /** What to say while there is none. */
  readonly none: string;
  /** What to know before one is added. */
  readonly hint?: string | undefined;
  /** What the button for a new one is called. */
  readonly add: string;
  readonly canAdd?: boolean;
  readonly items: readonly Item[];
  /** Which form is open: the ID of its item, anything else for one not yet saved, null for none. */
  readonly openId: string | null;
  readonly onAdd: () => void;
  /** The form of an item; of a new one for null. */
  readonly formFor: (item: Item | null) => ComponentChildren;
  /** Shows an item, with its form in place of its buttons where that is open. */
  readonly show: (item: Item, form: ComponentChildren) => ComponentChildren;
  /** What stands beside the button for a new one. */
  readonly beside?: ComponentChildren;
}

/** A section of items that can be added and changed, one form open at a time. */
export function EditableList<Item extends { readonly id: string }>(props: EditableListProps<Item>) {
  const { items, openId, formFor, canAdd = true } = props;
  const isAdding = openId !== null && items.every(({ id }) => id !== openId);
  return (
    <Section title={props.title}>
      {items.length === 0 && !isAdding && (
        <p class="intro" translate={false}>
          {props.none}
        </p>
      )}
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      {isAdding && canAdd && formFor(null)}
      {!isAdding && canAdd && (
        <div class="buttons first">
          {props.beside}
          <Button onClick={props.onAdd}>{props.add}</Button>
        </div>
      )}
      {items.length > 0 && (
        <ul class="cards">
          {items.map((item) => props.show(item, openId === item.id ? formFor(item) : null))}
        </ul>
      )}
    </Section>
  );
}

interface CardProps {
  /** What it is called, and its ID for `describedBy`. */
  readonly heading: ComponentChildren;
  /** Its form while that is open: it takes the place of the buttons. */
  readonly form: ComponentChildren;
  /** How it stands. */
  readonly children: ComponentChildren;
  /** Its buttons. @param id Of the heading, which describes each of them. */
  readonly buttons: (id: string) => ComponentChildren;
}

/** One item of a list: what it is, how it stands, and what can be done with it. */
export function Card({ heading, form, children, buttons }: CardProps) {
  const id = useId();
  return (
    <li aria-labelledby={id}>
      <h3 id={id} translate={false}>
        {heading}
      </h3>
      {children}
      {form ?? buttons(id)}
    </li>
  );
}

interface EditButtonsProps {
  readonly describedBy: string;
  /** What is removed, such as `alert`, and what it is called. */
  readonly kind: string;
  readonly name: string;
  /** What removing it means. */
  readonly effect: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Changes an item, or removes it after asking. */
export function EditButtons({ describedBy, kind, name, effect, onEdit, onRemove }: EditButtonsProps) {
  return (
    <div class="buttons">
      <Button look="text" describedBy={describedBy} onClick={onEdit}>
        Edit
      </Button>
      <AskFirst
        label="Remove"
        describedBy={describedBy}
        title={`Remove the ${kind} \u201c${name}\u201d?`}
        keep="No, keep it"
        confirm={`Yes, remove ${kind}`}
        onConfirm={onRemove}
      >
        <p>{effect}</p>
      </AskFirst>
    </div>
  );
}
