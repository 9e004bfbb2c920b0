/** Who mails the owner of a trigger about runs that failed. */
export const GOOGLE_SENDER = 'noreply-apps-scripts-notifications@google.com';

/** One message handed to `MailApp`. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whose quota it used. */
  readonly sender: string;
  readonly sentAt: number;
}
