import { escapeHtml } from './escape-html';

/**
 * A template: `<? code ?>` runs, `<?= value ?>` prints escaped, `<?!= value ?>` prints as it is. Variables set on the
 * template are visible to the code, beside the script's own functions.
 */
export function createTemplate(source: string, createOutput: (html: string) => object): object {
  const template: { [variable: string]: unknown } = {};
  const program = compile(source);
  Object.defineProperty(template, 'evaluate', {
    enumerable: false,
    value: () => {
      const names = Object.keys(template);
      let html = '';
      const print = (value: unknown, escaped: boolean) => {
        html += escaped ? escapeHtml(value) : String(value);
      };
      const run = new Function('print_', ...names, program);
      run(print, ...names.map((name) => template[name]));
      return createOutput(html);
    },
  });
  Object.defineProperty(template, 'getRawContent', { enumerable: false, value: () => source });
  return template;
}

function compile(source: string): string {
  const parts = source.split(/<\?(!?=?)([\s\S]*?)\?>/);
  const lines: string[] = [];
  for (let index = 0; index < parts.length; index += 3) {
    lines.push(`print_(${JSON.stringify(parts[index])}, false);`);
    const mark = parts[index + 1];
    const code = parts[index + 2];
    if (mark === undefined || code === undefined) continue;
    lines.push(mark === '' ? code : `print_((${code}), ${mark === '='});`);
  }
  return lines.join('\n');
}
