import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button, Section, usePage } from './parts';
import type { Step } from './session';

/** Which form of a list is open: the ID of its item, anything else for one not yet saved, null for none. */
export interface OpenForm {
  readonly id: string | null;
  readonly set: (id: string | null) => void;
}

/** How an item is shown. */
interface ItemView {
  readonly name: string;
  /** @default its name */
  readonly heading?: ComponentChildren;
  /** How it stands. */
  readonly body: ComponentChildren;
  /** Its buttons, unless they are those to edit and to remove it. @param id Of the heading, which describes them. */
  readonly buttons?: (id: string, remove: () => void) => ComponentChildren;
  /** What removing it means, and what does it. */
  readonly removal: { readonly effect: string; readonly call: Step['call'] };
}

interface EditableListProps<Item> {
  readonly title: string;
  /** What an item is called, such as `alert`. */
  readonly kind: string;
  /** What to say while there is none; where none can be added, what to do first follows. */
  readonly none: string;
  readonly canAdd?: boolean;
  readonly items: readonly Item[];
  readonly form: OpenForm;
  /** The form of an item, which takes the place of its buttons; of a new one for null. */
  readonly formFor: (item: Item | null) => ComponentChildren;
  readonly show: (item: Item, open: (id: string) => void) => ItemView;
  /** What stands beside the button for a new one. */
  readonly beside?: ComponentChildren;
}

/** A section of items that can be added and changed, one form open at a time. */
export function EditableList<Item extends { readonly id: string }>(props: EditableListProps<Item>) {
  const { items, form, formFor, canAdd = true } = props;
  const { dismiss } = usePage();
  // What was said before must not take the room of the form.
  const open = (id: string) => {
    dismiss();
    form.set(id);
  };
  const isAdding = form.id !== null && items.every(({ id }) => id !== form.id);
  return (
    <Section title={props.title}>
      {items.length === 0 && !isAdding && (
        <p class="intro" translate={false}>
          {props.none}
          {!canAdd && ' Add a report first.'}
        </p>
      )}
      {isAdding && canAdd && formFor(null)}
      {!isAdding && canAdd && (
        <div class="buttons">
          {props.beside}
          <Button onClick={() => open('new')}>Add {props.kind}</Button>
        </div>
      )}
      {items.length > 0 && (
        <ul class="cards">
          {items.map((item) => (
            <Card
              key={item.id}
              {...props.show(item, open)}
              kind={props.kind}
              form={form.id === item.id ? formFor(item) : null}
              onEdit={() => open(item.id)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface CardProps extends ItemView {
  readonly kind: string;
  readonly form: ComponentChildren;
  readonly onEdit: () => void;
}

function Card({ kind, name, heading, body, buttons, removal, form, onEdit }: CardProps) {
  const { ask, askFirst } = usePage();
  const id = useId();
  const remove = () =>
    askFirst({
      title: `Remove the ${kind} “${name}”?`,
      what: removal.effect,
      keep: 'No, keep it',
      confirm: `Yes, remove ${kind}`,
      run: () => void ask({ progress: `Removing the ${kind}…`, call: removal.call }),
    });
  return (
    <li aria-labelledby={id}>
      <h3 id={id} translate={false}>
        {heading || name}
      </h3>
      {body}
      {form ?? buttons?.(id, remove) ?? (
        <div class="buttons">
          <Button look="text" describedBy={id} onClick={onEdit}>
            Edit
          </Button>
          <Button look="text" describedBy={id} onClick={remove}>
            Remove
          </Button>
        </div>
      )}
    </li>
  );
}
