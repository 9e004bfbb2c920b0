/** Who mails the owner of a trigger about runs that failed. */
export const GOOGLE_SENDER = 'noreply-apps-scripts-notifications@google.com';

/** A picture inside a message. */
export interface InlineImage {
  readonly contentType: string;
  readonly base64: string;
}

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
