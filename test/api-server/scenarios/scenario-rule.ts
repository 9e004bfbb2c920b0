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
  status: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string | string[]>>;
    readonly body?: string;
    readonly contentType?: string;
  };
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
  /** A byte order mark. */
  bom: object;
  /** `charset` stated in the content type; none when absent. */
  encoding: { readonly encoding: 'utf-16le' | 'utf-16be' | 'latin1'; readonly charset?: string };
  gzip: { readonly fault: 'none' | 'not gzip' | 'double' | 'cut off' };
  /** Parts of the good answer changed: see `patchJson`. */
  patch: { readonly patch: unknown };
  /** The good answer's text changed. */
  text: {
    readonly prefix?: string;
    readonly suffix?: string;
    readonly find?: string;
    readonly replaceWith?: string;
  };
  /** Another echo of the request. */
  echo: {
    readonly fromDate?: unknown;
    readonly toDate?: unknown;
    readonly employerId?: unknown;
    readonly deploymentCode?: unknown;
    readonly metadataEmployerId?: unknown;
    readonly generatedAt?: unknown;
  };
  /** The good answer with exactly so many rows. */
  rows: { readonly rows: number };
  empty: object;
  /** These rows; `onlyAsked`: of them those of the asked days, and those without one. */
  'replace-rows': { readonly rows: readonly unknown[]; readonly onlyAsked?: boolean };
  /** The employer's records, or these, as a service sends them that takes the days of a request otherwise. */
  'day-filter': {
    readonly rows?: readonly { readonly SHIFT_DATE: string; readonly SHIFT_ID: number }[];
    /** Whether the records of `to_date` are left out. */
    readonly excludesLastDay?: boolean;
    /** Records whose SHIFT_ID is a multiple of `every` count for the day after their SHIFT_DATE, or the day before it. */
    readonly otherDays?: { readonly every: number; readonly by: 1 | -1 };
    /** More records than this are left out. */
    readonly most?: number;
    readonly newestFirst?: boolean;
  };
}

/** The rule of one name. */
export type RuleNamed<Name extends keyof Rules> = { readonly name: Name } & Common & Rules[Name];

/** A failure, or another departure from the good answer, to be produced on demand. */
export type ScenarioRule = { [Name in keyof Rules]: RuleNamed<Name> }[keyof Rules];

/** Which requests a rule is for: those to the authorisation server, or those to the regions. */
export type ScenarioOperation = 'token' | 'report';
