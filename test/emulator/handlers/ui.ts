import type { CallContext, HostHandlers } from '../bridge';
import { KIND_RULES } from '../execution-kinds';
import { HostError } from '../host-errors';
import type { MenuStructure, ShownMessage, ShownWindow } from '../world/ui-state';

interface HtmlWindow {
  readonly html: string;
  readonly title: string;
}

/** Ui and Menu. */
export const uiHandlers: HostHandlers = {
  'SpreadsheetApp.getUi': ({ kind }) => {
    if (KIND_RULES[kind].interface === 'none') {
      throw new HostError('Cannot call SpreadsheetApp.getUi() from this context.');
    }
    return null;
  },
  'Menu.addToUi': ({ world, user, document }, _target: null, menu: MenuStructure) => {
    world.ui.addMenu(document?.id ?? '', user, menu);
  },
  'Ui.showSidebar': (context, _target: null, window: HtmlWindow) => show(context, 'sidebar', window),
  'Ui.showModalDialog': (context, _target: null, window: HtmlWindow) => show(context, 'dialog', window),
  'Ui.showModelessDialog': (context, _target: null, window: HtmlWindow) => show(context, 'dialog', window),
  'Ui.alert': (context, _target: null, title: string, text: string) => {
    tell(context, 'alert', title, text);
    return context.world.switches.dialogAnswer.button;
  },
  'Ui.prompt': (context, _target: null, title: string, text: string) => {
    tell(context, 'prompt', title, text);
    return { ...context.world.switches.dialogAnswer };
  },
};

function show({ world, user, document }: CallContext, kind: ShownWindow['kind'], window: HtmlWindow): null {
  world.ui.show({ kind, html: window.html, title: window.title, user, bookId: document?.id ?? '' });
  return null;
}

/** Fact L6: a dialog takes the script's locks away. */
function tell(context: CallContext, kind: ShownMessage['kind'], title: string, text: string): void {
  const { world, user, document, execution } = context;
  world.locks.releaseAll(execution.record.id);
  world.ui.tell({ kind, text, title, user, bookId: document?.id ?? '' });
}
