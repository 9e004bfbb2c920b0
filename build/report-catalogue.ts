import {
  CONFIGURABLE_REPORTS,
  type ConfigurableReport,
  isParameterName,
  isParameterValue,
  isReportPath,
  LONGEST_PATH,
  LONGEST_VALUE,
  PLACEHOLDERS,
  type ReportCatalogue,
  type ReportEntry,
} from '../src/employer-api/connection';
import { isRecord } from '../src/employer-api/shift-records';
import { BuildError } from './build-error';
import { ADDRESS_FILE, readMembers } from './read-members';

type Problem = readonly [test: (text: string) => boolean, remedy: string];

/** What can be wrong with a path, the first match being the one to tell. `isReportPath` decides. */
const PATH_PROBLEMS: readonly Problem[] = [
  [(text) => text === '', 'is empty; give path segments such as reports/worker_turnover'],
  [(text) => text.length > LONGEST_PATH, `is longer than ${LONGEST_PATH} characters`],
  [(text) => /:\/\/|^\/\//.test(text), 'holds an address; give path segments only'],
  [(text) => /^\/|\/$/.test(text), 'begins or ends with a slash; remove it'],
  [(text) => text.includes('//'), 'has an empty segment; write single slashes'],
  [(text) => text.includes('.'), 'holds a dot; give path segments without dots'],
  [(text) => /[?#]/.test(text), 'holds a query or a fragment; give the query under parameters'],
  [(text) => !isReportPath(text), 'holds something besides letters, digits, _ and -'],
];

/** What can be wrong with a parameter's value. `isParameterValue` decides. */
const VALUE_PROBLEMS: readonly Problem[] = [
  [(text) => text.length > LONGEST_VALUE, `is longer than ${LONGEST_VALUE} characters`],
  [
    (text) => /[{}]/.test(text) && !PLACEHOLDERS.includes(text),
    `holds braces; give exactly ${PLACEHOLDERS.slice(0, -1).join(', ')} or ${PLACEHOLDERS.slice(-1)}, or fixed text`,
  ],
  [(text) => !isParameterValue(text), 'holds something besides plain letters, digits, signs and spaces'],
];

/**
 * Checks the catalogue of further reports and returns it in a fixed order of reports.
 *
 * @throws {BuildError} One sentence that names the place and what is wrong there.
 */
export function parseReportCatalogue(value: unknown): ReportCatalogue {
  if (!isRecord(value))
    throw new BuildError(`${ADDRESS_FILE}: \`reports\` must be an object; {} is the default.`);
  const names = Object.keys(CONFIGURABLE_REPORTS) as ConfigurableReport[];
  const unknown = Object.keys(value).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new BuildError(
      `${ADDRESS_FILE}: \`reports\` has an unknown member \`${unknown}\`; known are ${names.join(' and ')}.`,
    );
  }
  const entries = names.filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(entries.map((name) => [name, parseEntry(name, value[name])]));
}

function parseEntry(report: ConfigurableReport, value: unknown): ReportEntry {
  const where = `reports.${report}`;
  const { path, parameters } = readMembers(value, `\`${where}\``, ['path', 'parameters']);
  if (!isRecord(parameters)) refuse(`${where}.parameters`, 'must be an object; {} means none');
  const checked = Object.entries(parameters).map(([name, text]) => {
    if (!isParameterName(name)) {
      refuse(`${where}.parameters`, `names a parameter \`${name}\`; letters, digits and _ are allowed`);
    }
    return [name, checkText(`${where}.parameters.${name}`, text, problemsOfValues(report))];
  });
  return {
    path: checkText(`${where}.path`, path, PATH_PROBLEMS),
    parameters: Object.fromEntries(checked),
  };
}

/** Turnover is not grouped, so there is nothing to put in place of `{by}`. */
function problemsOfValues(report: ConfigurableReport): readonly Problem[] {
  return report === 'shift_fulfilment_aggregated'
    ? VALUE_PROBLEMS
    : [...VALUE_PROBLEMS, [(text) => text === '{by}', 'is {by}, but this report is not grouped']];
}

function checkText(where: string, value: unknown, problems: readonly Problem[]): string {
  if (typeof value !== 'string') refuse(where, 'is not a text');
  const problem = problems.find(([test]) => test(value));
  if (problem !== undefined) refuse(where, problem[1]);
  return value;
}

function refuse(where: string, problem: string): never {
  throw new BuildError(`${ADDRESS_FILE}: \`${where}\` ${problem}.`);
}
