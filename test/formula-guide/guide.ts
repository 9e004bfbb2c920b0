import { OPTIONS, type OptionName, optionsOf } from '../../src/answers/arguments/options';
import { PERIODS } from '../../src/calendar/period-words';
import { MEASURES, needsTargets } from '../../src/figures/measures';
import type { FunctionHelp } from '../workbench/protocol';
import { EXAMPLES, MISTAKES } from './examples';
import { code, markdownTable } from './markdown';
import { OPTION_MEANINGS, PERIOD_MEANINGS } from './words';

/** What the guide is made from. */
export interface GuideSources {
  /** The help texts of the built functions. */
  readonly help: readonly FunctionHelp[];
  /** What a cell with this formula and those that it fills show; of an error its message. */
  answer(formula: string): { readonly cells: string[][] } | { readonly error: string };
}

/** The page `docs/formulas.md`: every function, option, period and figure, with what the built add-on answers. */
export function renderGuide({ help, answer }: GuideSources): string {
  const functions = Object.keys(EXAMPLES).flatMap((name) => help.filter((one) => one.name === name));
  const twins = help.filter(({ name }) => !(name in EXAMPLES)).map(({ name }) => code(name));
  return `${[
    '# Formulas',
    '`npx tsx test/formula-guide/cli.ts` makes this page from the code, and a test compares the two. The answers are those of made-up figures on Tuesday, 10 March 2026. [what-the-figures-mean.md](what-the-figures-mean.md) explains the figures.',
    INTRODUCTION,
    ...functions.map((one) => functionSection(one, answer)),
    `${twins.join(' and ')} are their American names.`,
    periodSection(),
    optionSection(),
    figureSection(),
    mistakeSection(answer),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `## How formulas are written

- Every function takes its dates first, then options in pairs: \`"last week", "venue", "*Grand Hotel*"\`. The name of an option ends the dates; empty arguments count as left out.
- Results are real dates and numbers under one heading row. \`QUERY\`, \`FILTER\`, \`SORT\` and charts work on them.
- Google Sheets recalculates a function only when an argument changes. So "last week" stays the week before you typed the formula, unless you add \`"refresh", SHIFT_STAMP\`, or SHIFT_STAMP alone, which counts as an empty argument. SHIFT_STAMP is the name of a cell that every refresh rewrites. The first refresh makes it; without a saved report, *Refresh all reports* in the menu or saving a schedule does.
- \`NOW()\` and \`RAND()\` can't be arguments. Use period words instead.
- A formula makes no request if its days were fetched for this spreadsheet within the last 15 minutes. While the service doesn't answer, it shows what was fetched within the last 6 hours, and SHIFT_STATUS says \`failing\`. \`"as of", TRUE\` adds the time of the data; \`"if failed", "error"\` shows the error instead.
- If your spreadsheet's locale uses decimal commas, separate arguments with \`;\` instead of \`,\`.`;

/** What the guide says of arguments once, for all functions. */
const COMMON = ['from', 'to', 'option', 'value', 'refresh'];

function functionSection(
  { name, description, parameters }: FunctionHelp,
  answer: GuideSources['answer'],
): string {
  const signature = parameters.map((parameter) =>
    parameter.optional ? `[${parameter.name}]` : parameter.name,
  );
  const used = optionsOf(name).filter((option) => option !== 'refresh');
  const own = parameters
    .filter((parameter) => !COMMON.includes(parameter.name))
    .map((parameter) => `- ${code(parameter.name)}: ${parameter.description.replace(/ Example: .*$/, '')}`);
  const examples = (EXAMPLES[name] ?? []).map(
    ({ question, formula }) => `${question.replace(/([^?])$/, '$1:')}\n\n${showExample(formula, answer)}`,
  );
  return [
    `## ${name}`,
    description.replace(/ Example: .*$/, ''),
    code(`=${name}(${signature.join(', ')}${parameters.at(-1)?.name === 'value' ? ', …' : ''})`),
    ...(own.length === 0 ? [] : [own.join('\n')]),
    ...(used.length === 0 ? [] : [`Options: ${optionList(used)}.`]),
    ...examples,
  ].join('\n\n');
}

/** The options of a function: those that it takes, or those that it does not, whichever is shorter. */
function optionList(used: readonly string[]): string {
  const others = Object.keys(OPTIONS).filter((name) => name !== 'refresh' && !used.includes(name));
  return others.length < used.length
    ? `all but ${others.map(optionLink).join(', ')}`
    : used.map(optionLink).join(', ');
}

function optionLink(option: string): string {
  return option === 'fields' ? 'any field name' : code(option);
}

function showExample(formula: string, answer: GuideSources['answer']): string {
  return `\`\`\`\n${formula}\n\`\`\`\n\n${showAnswer(answer(formula))}`;
}

function showAnswer(result: ReturnType<GuideSources['answer']>): string {
  if ('error' in result) return `Error: ${result.error}`;
  const [first = []] = result.cells;
  if (result.cells.length === 1 && first.length === 1) return `→ ${code(first[0] ?? '')}`;
  if (result.cells.length === 1) return markdownTable([first.map(() => ' '), first]);
  return first.length === 1 && first[0] !== first[0]?.toUpperCase()
    ? `→ ${result.cells.map(([cell = '']) => code(cell)).join(', ')}`
    : markdownTable(result.cells);
}

function periodSection(): string {
  // Months, quarters and years have the words of weeks.
  const rows = PERIODS.filter(([word]) => !/month|quarter|year|^[MQY]TD$/.test(word)).map((words) => [
    words.map((text) => code(text)).join(', '),
    PERIOD_MEANINGS[words[0]] ?? '',
  ]);
  return `## Dates and periods

A date is a date cell, \`2024-12-31\`, a period or an offset in days such as \`-7\`. Both blank: the last 7 days; in SHIFT_TREND the last 13 complete weeks, days or months. A period alone gives both ends; any other day alone runs through today. In \`from\` a period gives its first day, in \`to\` its last. Case, spaces and hyphens don't matter. Today is the day in the spreadsheet's time zone. Weeks start on Monday for UK employers and on Sunday for US ones; \`"week starts", "Saturday"\` changes that. Dates run from 1990 to 2100.

${markdownTable([['period', 'meaning'], ...rows])}

Calendar months, quarters and years have the words of weeks: \`last 3 months\`, \`this quarter\`, \`2 years ago\`, \`MTD\`, \`QTD\`, \`YTD\`.`;
}

function optionSection(): string {
  const rows = Object.entries(OPTIONS).map(([name, [, ...aliases]]) => {
    const [meaning, value, example] = OPTION_MEANINGS[name as OptionName];
    const words =
      name === 'fields' ? 'any field name' : [name, ...aliases].map((text) => code(text)).join(', ');
    return [words, meaning, value, code(example)];
  });
  return `## Options

Options are pairs, as two arguments or as a range of two columns: \`A1:B5\` with names in A and values in B. A blank value counts as missing, so an empty drop-down means "all".

A range of values of one filter is a list. Names know \`*\` (any text), \`?\` (one character) and \`<>\` (not), numbers and dates also comparisons: \`>=5\` with \`<=9\` is 5 to 9. A record is shown if it fits one of the plain values, where there are any, and each of the others.

${markdownTable([['option', 'meaning', 'value; without it', 'example'], ...rows])}`;
}

function figureSection(): string {
  const rows = MEASURES.map((measure) => [
    code(measure.name),
    measure.words.map((word) => code(word)).join(', '),
  ]);
  const finished = MEASURES.filter(({ finishedDaysOnly }) => finishedDaysOnly).map(({ words }) => words[0]);
  const targeted = MEASURES.filter(needsTargets).map(({ words }) => words[0]);
  return `## Figures

For \`metric\` and \`measures\`. Percentages of groups are ratios of sums. Of finished days only, because no one can miss a shift that hasn't ended: ${finished.join(', ')}. By the [targets sheet](what-the-figures-mean.md#targets-plans-and-prices): ${targeted.join(', ')}.

${markdownTable([['name', 'also'], ...rows])}`;
}

function mistakeSection(answer: GuideSources['answer']): string {
  const rows = MISTAKES.map((formula) => {
    const result = answer(formula);
    return [code(formula), 'error' in result ? result.error : ''];
  });
  return `## Mistakes

A formula that isn't valid makes no request and says what to write instead.

${markdownTable([['formula', 'what the cell says'], ...rows])}`;
}
