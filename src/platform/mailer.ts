import type { Mailer } from '../reports/ports';
import { signed } from './script-services';

/** Mail by MailApp, from the account of the person whose trigger runs, or who is at the keyboard. */
export const mailer: Mailer = {
  spreadsheetName: () => {
    try {
      return SpreadsheetApp.getActive().getName();
    } catch {
      return '';
    }
  },
  spreadsheetAddress: () => {
    try {
      return SpreadsheetApp.getActive().getUrl();
    } catch {
      return '';
    }
  },
  quotaLeft: () => {
    try {
      return MailApp.getRemainingDailyQuota();
    } catch {
      return 0;
    }
  },
  send: ({ to, subject, body, html, pictures = {} }) => {
    try {
      const inlineImages = Object.fromEntries(
        Object.entries(pictures).map(([name, bytes]) => {
          return [name, Utilities.newBlob(signed(bytes), 'image/png', `${name}.png`)];
        }),
      );
      const formatted = html === undefined ? {} : { htmlBody: html, inlineImages };
      MailApp.sendEmail(to, subject, body, { name: 'Shift Reports', ...formatted });
      return true;
    } catch {
      return false;
    }
  },
};
