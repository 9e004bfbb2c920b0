import { createEnum } from './enum';
import { pageOf } from './html-service';
import { createMenu } from './menu';
import { callHost, checkArguments, checked, refuseUnknownMembers } from './realm';

/** `SpreadsheetApp.getUi()`. @throws E6 where there is no user interface. */
export function getUi(): object {
  callHost('SpreadsheetApp.getUi', null, []);
  return createUi();
}

function createUi(): object {
  const Button = createEnum('Button', ['CLOSE', 'OK', 'CANCEL', 'YES', 'NO']);
  const ButtonSet = createEnum('ButtonSet', ['OK', 'OK_CANCEL', 'YES_NO', 'YES_NO_CANCEL']);
  return refuseUnknownMembers('Ui', {
    Button,
    ButtonSet,
    createMenu: checked('Ui.createMenu', [['string']], (caption: string) => createMenu(caption)),
    createAddonMenu: checked('Ui.createAddonMenu', [[]], () => createMenu(null)),
    alert(...texts: unknown[]) {
      checkArguments('Ui.alert', texts, ['string'], ['string', 'object'], ['string', 'string', 'object']);
      const [title, text] = titleAndText(texts);
      return Button[callHost('Ui.alert', null, [title, text])];
    },
    prompt(...texts: unknown[]) {
      checkArguments('Ui.prompt', texts, ['string'], ['string', 'object'], ['string', 'string', 'object']);
      const [title, text] = titleAndText(texts);
      const answer = callHost('Ui.prompt', null, [title, text]);
      return refuseUnknownMembers('PromptResponse', {
        getSelectedButton: () => Button[answer.button],
        getResponseText: () => answer.text,
      });
    },
    showSidebar: checked('Ui.showSidebar', [['object']], (page: object) => {
      callHost('Ui.showSidebar', null, [pageOf(page, null)]);
    }),
    showModalDialog: checked('Ui.showModalDialog', [['object', 'string']], (page: object, title: string) => {
      callHost('Ui.showModalDialog', null, [pageOf(page, title)]);
    }),
    showModelessDialog: checked(
      'Ui.showModelessDialog',
      [['object', 'string']],
      (page: object, title: string) => {
        callHost('Ui.showModelessDialog', null, [pageOf(page, title)]);
      },
    ),
  });
}

function titleAndText(texts: readonly unknown[]): readonly [title: string, text: string] {
  const [first, second] = texts;
  return typeof second === 'string' ? [String(first), second] : ['', String(first)];
}
