import { describe, expect, test } from '@jest/globals';
import { parseServiceAddresses, readServiceAddresses } from '../../build/service-addresses';
import { findConfigured } from '../../src/employer-api/connection';

const ORIGINS = {
  auth: 'https://auth.company.com',
  regions: { US: 'https://api.us.company.com', UK: 'https://api.uk.company.com' },
};
const DATES = { from_date: '{from}', to_date: '{to}' };
const TURNOVER = { path: 'reports/worker_turnover', parameters: DATES };
const GROUPED = { path: 'aggregated', parameters: { ...DATES, group: '{by}', format: 'rows' } };

const parse = (reports: unknown) => () => parseServiceAddresses({ ...ORIGINS, reports });
const withPath = (path: unknown) => parse({ worker_turnover: { path, parameters: {} } });
const withParameters = (parameters: unknown) => parse({ worker_turnover: { path: 'x', parameters } });

describe('the reports without a published address', () => {
  test('are none in the file of the project', () => {
    expect(readServiceAddresses('build/service-addresses.json').reports).toEqual({});
  });

  test.each([
    ['none', {}],
    ['one', { worker_turnover: TURNOVER }],
    ['both', { worker_turnover: TURNOVER, shift_fulfilment_aggregated: GROUPED }],
    ['one without parameters', { worker_turnover: { path: 'a/b_c/d-1', parameters: {} } }],
  ])('are taken as they are: %s', (_, reports) => {
    expect(parse(reports)().reports).toEqual(reports);
  });

  test('stand in a fixed order, their parameters in the order given', () => {
    const { reports } = parse({ shift_fulfilment_aggregated: GROUPED, worker_turnover: TURNOVER })();
    expect(JSON.stringify(reports)).toBe(
      '{"worker_turnover":{"path":"reports/worker_turnover","parameters":{"from_date":"{from}","to_date":"{to}"}},' +
        '"shift_fulfilment_aggregated":{"path":"aggregated","parameters":{"from_date":"{from}","to_date":"{to}",' +
        '"group":"{by}","format":"rows"}}}',
    );
  });

  test('are found by the product when the build has taken them', () => {
    const addresses = parse({ worker_turnover: TURNOVER, shift_fulfilment_aggregated: GROUPED })();
    expect(findConfigured('worker_turnover', addresses)).toEqual(TURNOVER);
    expect(findConfigured('shift_fulfilment_aggregated', addresses)).toEqual(GROUPED);
  });

  test.each([[[]], [null], ['worker_turnover'], [undefined]])('are refused as %j', (reports) => {
    expect(parse(reports)).toThrow('`reports` must be an object; {} is the default.');
  });

  test.each(['headcount', 'shift_fulfilment', 'Worker_turnover', '__proto__', 'constructor'])(
    'are refused under the unknown name %s',
    (name) => {
      const reports = JSON.parse(`{"${name}":${JSON.stringify(TURNOVER)}}`);
      expect(parse(reports)).toThrow(
        `\`reports\` has an unknown member \`${name}\`; known are worker_turnover and shift_fulfilment_aggregated.`,
      );
    },
  );

  test.each([
    ['a text', 'reports/x', '`reports.worker_turnover` must be an object with path, parameters.'],
    ['without a path', { parameters: {} }, '`path` is missing in `reports.worker_turnover`.'],
    ['without parameters', { path: 'x' }, '`parameters` is missing in `reports.worker_turnover`.'],
    [
      'with another member',
      { ...TURNOVER, host: 'evil.test' },
      '`reports.worker_turnover` has an unknown member `host`.',
    ],
  ])('are refused when an entry is %s', (_, entry, message) => {
    expect(parse({ worker_turnover: entry })).toThrow(`build/service-addresses.json: ${message}`);
  });
});

describe('the path of a report', () => {
  test.each([
    ['', 'is empty; give path segments such as reports/worker_turnover'],
    ['x'.repeat(201), 'is longer than 200 characters'],
    ['https://evil.test/x', 'holds an address; give path segments only'],
    ['//evil.test/x', 'holds an address; give path segments only'],
    ['/reports/x', 'begins or ends with a slash; remove it'],
    ['reports/x/', 'begins or ends with a slash; remove it'],
    ['/', 'begins or ends with a slash; remove it'],
    ['reports//x', 'has an empty segment; write single slashes'],
    ['../x', 'holds a dot; give path segments without dots'],
    ['reports/./x', 'holds a dot; give path segments without dots'],
    ['reports/x.json', 'holds a dot; give path segments without dots'],
    ['reports/x?from=1', 'holds a query or a fragment; give the query under parameters'],
    ['reports/x#1', 'holds a query or a fragment; give the query under parameters'],
    ['reports/%2e%2e', 'holds something besides letters, digits, _ and -'],
    ['reports\\x', 'holds something besides letters, digits, _ and -'],
    ['reports/x y', 'holds something besides letters, digits, _ and -'],
    ['reports/x\n', 'holds something besides letters, digits, _ and -'],
    ['me@evil', 'holds something besides letters, digits, _ and -'],
    ['{from}', 'holds something besides letters, digits, _ and -'],
    [5, 'is not a text'],
    [null, 'is not a text'],
  ])('is refused in one sentence: %j', (path, problem) => {
    expect(withPath(path)).toThrow(`\`reports.worker_turnover.path\` ${problem}.`);
  });
});

describe('the parameters of a report', () => {
  test.each([[[]], [null], ['from']])('are refused as %j', (parameters) => {
    expect(withParameters(parameters)).toThrow(
      '`reports.worker_turnover.parameters` must be an object; {} means none.',
    );
  });

  test.each(['', 'from-date', 'a b', 'a&b', 'a=b', 'é', '__proto__'])(
    'are refused with the name %j',
    (name) => {
      expect(withParameters(JSON.parse(`{${JSON.stringify(name)}:"{from}"}`))).toThrow(
        `\`reports.worker_turnover.parameters\` names a parameter \`${name}\`; letters, digits and _ are allowed.`,
      );
    },
  );

  test.each([
    [5, 'is not a text'],
    [null, 'is not a text'],
    ['x'.repeat(101), 'is longer than 100 characters'],
    ['{form}', 'holds braces; give exactly {from}, {to} or {by}, or fixed text'],
    ['{from} to {to}', 'holds braces; give exactly {from}, {to} or {by}, or fixed text'],
    ['é', 'holds something besides plain letters, digits, signs and spaces'],
    ['\ud800', 'holds something besides plain letters, digits, signs and spaces'],
    ['a\nb', 'holds something besides plain letters, digits, signs and spaces'],
    ['{by}', 'is {by}, but this report is not grouped'],
  ])('are refused with the value %j', (value, problem) => {
    expect(withParameters({ from: value })).toThrow(
      `build/service-addresses.json: \`reports.worker_turnover.parameters.from\` ${problem}.`,
    );
  });
});
