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
