import type { Mailer } from '../reports/ports';

/** Mail by MailApp: plain text, from the account of the person whose trigger runs. */
export const mailer: Mailer = {
  spreadsheetName: () => {
    try {
      return SpreadsheetApp.getActive().getName();
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
  send: ({ to, subject, body }) => {
    try {
      MailApp.sendEmail(to, subject, body, { name: 'Shift Reports' });
      return true;
    } catch {
      return false;
    }
  },
};
