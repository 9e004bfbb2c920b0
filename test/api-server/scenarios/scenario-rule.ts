/** What goes with every rule. */
interface Common {
  /** How many requests the rule serves; for ever when absent. */
  readonly times?: number;
  /** How many requests that it could serve it lets pass first. */
  readonly after?: number;
  /** When it applies. All given conditions must hold; a request that fails one goes to the next rule. */
  readonly when?: {
    readonly region?: 'US' | 'UK';
    /** The employer as it stands in the path. */
    readonly employer?: string;
    /** The asked range holds more than so many days. */
    readonly daysOver?: number;
    /** The asked range holds this day. */
    readonly includes?: string;
  };
  /** Virtual time the answer takes, stated in `X-Virtual-Latency-Millis`; it is sent at once. */
  readonly latencyMillis?: number;
}

/** Every rule by its name, with its parameters. */
interface Rules {
  /** The good answer, with `X-Virtual-Latency-Millis`. */
  slow: { readonly millis: number };
  /** That status; nothing is asked, no token issued. */
  status: { readonly status: number };
  /** 429, or another status. */
  'retry-after': {
    readonly status?: number;
    /** As sent; several values become several headers. */
    readonly value?: string | readonly string[];
    /** An HTTP date so many seconds after the server's clock; may be negative. */
    readonly dateInSeconds?: number;
    readonly headerName?: string;
  };
  /** A sign-in page, 200. */
  html: { readonly status?: number };
  redirect: { readonly status: number; readonly location: string };
  /** Repeats the request's body, 400. */
  'echo-request': { readonly status?: number };
  /** Exactly that. `{from}` and `{to}` become the days that were asked for. */
  body: {
    readonly status?: number;
    readonly contentType?: string;
    readonly text?: string;
    /** In place of a text. */
    readonly base64?: string;
  };
  /** The connection is reset before the status line, or after so many bytes of the body. */
  reset: { readonly afterBytes?: number };
  /** A length that is wrong by so much. */
  'content-length': { readonly difference: number };
  /** Cut, with a fitting length. Bytes that remain; negative counts from the end. */
  truncated: { readonly bytes: number };
  /** `charset` stated in the content type; none when absent. */
  encoding: { readonly encoding: 'utf-16le' | 'utf-16be'; readonly charset?: string };
  gzip: { readonly fault: 'not gzip' | 'double' | 'cut off' };
  /** Text before the good answer, or behind it. */
  text: { readonly prefix?: string; readonly suffix?: string };
  /** The good answer with exactly so many rows. */
  rows: { readonly rows: number };
  empty: object;
  /** These rows; `onlyAsked`: of them those of the asked days, and those without one. */
  'replace-rows': { readonly rows: readonly unknown[]; readonly onlyAsked?: boolean };
  /** Of these rows those of the asked days by day, no more than so many. */
  'day-filter': {
    readonly rows: readonly { readonly SHIFT_DATE: string }[];
    readonly most: number;
  };
}

/** The rule of one name. */
export type RuleNamed<Name extends keyof Rules> = { readonly name: Name } & Common & Rules[Name];

/** A failure, or another departure from the good answer, to be produced on demand. */
export type ScenarioRule = { [Name in keyof Rules]: RuleNamed<Name> }[keyof Rules];

/** Which requests a rule is for: those to the authorisation server, or those to the regions. */
export type ScenarioOperation = 'token' | 'report';
