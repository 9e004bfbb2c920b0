import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const status = v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599));
const day = v.pipe(v.string(), v.isoDate());
const headers = v.pipe(
  v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  v.check(areSendable, 'These headers cannot be sent.'),
);
const headerText = v.pipe(v.string(), v.check(isSendable, 'This header value cannot be sent.'));

/** When a rule applies. All given conditions must hold; a request that fails one goes to the next rule. */
const whenSchema = v.strictObject({
  region: v.exactOptional(v.picklist(['US', 'UK'])),
  /** The employer as it stands in the path. */
  employer: v.exactOptional(v.string()),
  /** The asked range holds more than so many days. */
  daysOver: v.exactOptional(count),
  /** The asked range holds this day. */
  includes: v.exactOptional(day),
});

const common = {
  /** How many requests the rule serves; for ever when absent. */
  times: v.exactOptional(positive),
  /** How many requests that it could serve it lets pass first. */
  after: v.exactOptional(count),
  /** The share of requests it serves, 0 to 1, drawn from the server's seed. */
  chance: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  when: v.exactOptional(whenSchema),
  /** Virtual time the answer takes, stated in `X-Virtual-Latency-Millis`; it is sent at once. */
  latencyMillis: v.exactOptional(count),
};

/** Every rule with its parameters. */
const ruleSchema = v.variant('name', [
  v.strictObject({ name: v.literal('pass'), ...common }),
  v.strictObject({ name: v.literal('slow'), millis: count, ...common }),
  v.strictObject({
    name: v.literal('status'),
    status,
    headers: v.exactOptional(headers),
    body: v.exactOptional(v.string()),
    contentType: v.exactOptional(headerText),
    ...common,
  }),
  v.strictObject({
    name: v.literal('retry-after'),
    status: v.exactOptional(status),
    /** As sent; several values become several headers. */
    value: v.exactOptional(v.union([headerText, v.array(headerText)])),
    /** An HTTP date so many seconds after the server's clock; may be negative. */
    dateInSeconds: v.exactOptional(v.pipe(v.number(), v.integer())),
    headerName: v.exactOptional(v.pipe(v.string(), v.regex(/^retry-after$/i))),
    ...common,
  }),
  v.strictObject({ name: v.literal('html'), status: v.exactOptional(status), ...common }),
  v.strictObject({ name: v.literal('redirect'), status, location: headerText, ...common }),
  v.strictObject({ name: v.literal('echo-request'), status: v.exactOptional(status), ...common }),
  v.strictObject({
    name: v.literal('body'),
    status: v.exactOptional(status),
    contentType: v.exactOptional(headerText),
    text: v.exactOptional(v.string()),
    base64: v.exactOptional(v.pipe(v.string(), v.base64())),
    ...common,
  }),
  v.strictObject({ name: v.literal('reset'), afterBytes: v.exactOptional(count), ...common }),
  v.strictObject({ name: v.literal('drip'), millis: count, bytes: v.exactOptional(positive), ...common }),
  v.strictObject({
    name: v.literal('content-length'),
    difference: v.pipe(v.number(), v.integer(), v.notValue(0)),
    ...common,
  }),
  v.strictObject({
    name: v.literal('truncated'),
    /** Bytes that remain; negative counts from the end. */
    bytes: v.pipe(v.number(), v.integer()),
    ...common,
  }),
  v.strictObject({ name: v.literal('bom'), ...common }),
  v.strictObject({
    name: v.literal('encoding'),
    encoding: v.picklist(['utf-16le', 'utf-16be', 'latin1']),
    /** `charset` stated in the content type; none when absent. */
    charset: v.exactOptional(headerText),
    ...common,
  }),
  v.strictObject({
    name: v.literal('gzip'),
    fault: v.picklist(['none', 'not gzip', 'double', 'cut off']),
    ...common,
  }),
  v.strictObject({ name: v.literal('patch'), patch: v.unknown(), ...common }),
  v.strictObject({
    name: v.literal('text'),
    prefix: v.exactOptional(v.string()),
    suffix: v.exactOptional(v.string()),
    find: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
    replaceWith: v.exactOptional(v.string()),
    ...common,
  }),
  v.strictObject({
    name: v.literal('echo'),
    fromDate: v.exactOptional(v.unknown()),
    toDate: v.exactOptional(v.unknown()),
    employerId: v.exactOptional(v.unknown()),
    deploymentCode: v.exactOptional(v.unknown()),
    metadataEmployerId: v.exactOptional(v.unknown()),
    generatedAt: v.exactOptional(v.unknown()),
    ...common,
  }),
  v.strictObject({ name: v.literal('rows'), rows: count, ...common }),
  v.strictObject({ name: v.literal('huge'), rows: v.exactOptional(count), ...common }),
  v.strictObject({ name: v.literal('empty'), ...common }),
  v.strictObject({
    name: v.literal('replace-rows'),
    rows: v.array(v.unknown()),
    /** Leaves out those of days that were not asked for. */
    onlyAsked: v.exactOptional(v.boolean()),
    ...common,
  }),
  v.strictObject({
    name: v.literal('day-filter'),
    /** Shift records in place of the employer's own. */
    rows: v.exactOptional(v.array(v.looseObject({ SHIFT_DATE: day, SHIFT_ID: count }))),
    /** Whether the records of `to_date` are left out. */
    excludesLastDay: v.exactOptional(v.boolean()),
    /** Records whose SHIFT_ID is a multiple of `every` count for the day after their SHIFT_DATE, or the day before it. */
    otherDays: v.exactOptional(v.strictObject({ every: positive, by: v.picklist([1, -1]) })),
    /** More records than this are left out. */
    most: v.exactOptional(count),
    newestFirst: v.exactOptional(v.boolean()),
    ...common,
  }),
]);

/** A failure, or another departure from the good answer, to be produced on demand. */
export type ScenarioRule = v.InferOutput<typeof ruleSchema>;
/** The rule of one name. */
export type RuleNamed<Name extends ScenarioRule['name']> = Extract<ScenarioRule, { name: Name }>;
/** Which requests a rule is for: those to the authorisation server, or those to the regions. */
export type ScenarioOperation = 'token' | 'report';

/** The body of `PUT /scenarios`: one order, or several that are queued in that order. */
export const scenarioOrderSchema = v.union([
  v.strictObject({ on: v.picklist(['token', 'report']), rule: ruleSchema }),
  v.array(v.strictObject({ on: v.picklist(['token', 'report']), rule: ruleSchema })),
]);

/** What `PUT /scenarios` takes, read. */
export type ScenarioOrder = v.InferOutput<typeof scenarioOrderSchema>;

function areSendable(values: Record<string, string | string[]>): boolean {
  return Object.entries(values).every(([name, value]) =>
    [value].flat().every((text) => isSendable(text, name)),
  );
}

function isSendable(value: string, name = 'X-Name'): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
