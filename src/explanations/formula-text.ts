/** A function of ours as a formula calls it. */
export interface CalledFunction {
  /** In capitals. */
  readonly name: string;
  readonly args: readonly Argument[];
  /** Whether the formula does more than call it. */
  readonly isPart: boolean;
}

/** What an argument is written as: a value, `undefined` where it is blank, or what Google Sheets works out. */
export type Argument = { readonly value: string | number | boolean | undefined } | { readonly text: string };

/** A text, the name of a sheet, a bracket, a separator, or what stands between them. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[(){},;]|[^"'(){},;]+|["']/g;

/**
 * Finds the first of our functions in a formula.
 *
 * Arguments are apart by commas, or by semicolons where the spreadsheet's locale writes so; decimals have a comma there.
 *
 * @returns `undefined` where there is none, or its brackets do not close.
 */
export function findCall(formula: string, isOurs: (name: string) => boolean): CalledFunction | undefined {
  const tokens = formula.match(TOKEN) ?? [];
  const nameBefore = (at: number) =>
    /([A-Za-z_][\w.]*)\s*$/.exec(tokens[at - 1] ?? '')?.[1]?.toUpperCase() ?? '';
  const textOf = (from: number, to?: number) => tokens.slice(from, to).join('').trim();
  const open = tokens.findIndex((token, at) => token === '(' && isOurs(nameBefore(at)));
  if (open < 0) return undefined;
  let [depth, close] = [1, open];
  const separators: number[] = [];
  while (depth > 0) {
    close += 1;
    const token = tokens[close];
    if (token === undefined) return undefined;
    if (token === '(' || token === '{') depth += 1;
    else if (token === ')' || token === '}') depth -= 1;
    else if (depth === 1 && (token === ',' || token === ';')) separators.push(close);
  }
  const splitter = separators.some((at) => tokens[at] === ';') ? ';' : ',';
  const cuts = [open, ...separators.filter((at) => tokens[at] === splitter), close];
  const args = cuts.slice(1).map((end, at) => textOf((cuts[at] as number) + 1, end));
  const name = nameBefore(open);
  const before = textOf(0, open).toUpperCase().replace(/\s/g, '');
  return {
    name,
    args: args.join() === '' && args.length === 1 ? [] : args.map((text) => readArgument(text, splitter)),
    isPart: before !== `=${name}` || textOf(close + 1) !== '',
  };
}

function readArgument(text: string, splitter: ',' | ';'): Argument {
  if (text === '') return { value: undefined };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { value: text.slice(1, -1).replace(/""/g, '"') };
  if (/^(?:true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true' };
  const number = splitter === ';' ? text.replace(',', '.') : text;
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? { value: Number(number) } : { text };
}
