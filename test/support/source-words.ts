import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from '@babel/parser';
import traverse from '@babel/traverse';

/** Signs that may stand between two pieces of a sentence. */
const BETWEEN = /^[\s.,:;()%\u00d7\u00f7]/;
/** Figures, days, times, IDs, and whatever stands between quotation marks. */
const DATA = /^(?:\u201c[^\u201d]*\u201d|\d(?:[\w:,.-]*\w)?)/;

/** The texts that stand in the code that ships, to tell sentences of the product from invented ones. */
export class SourceWords {
  private readonly pieces: readonly string[];

  constructor(pieces: readonly string[]) {
    // Around a name, and where a failure leaves room for how long to wait, there are two pieces.
    const parts = pieces
      .flatMap((text) => text.split(/[\u201c\u201d]|\{wait\}/))
      .map((text) => text.trim().toLowerCase());
    this.pieces = [...new Set(parts)].filter((text) => /[a-z]/.test(text));
  }

  /** Reads all of `src`. */
  static read(): SourceWords {
    const names = readdirSync(path.resolve('src'), { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.tsx?$/.test(name));
    return new SourceWords(files.flatMap((name) => textsIn(readFileSync(path.resolve('src', name), 'utf8'))));
  }

  /**
   * Whether a sentence can be put together of texts of the code, with figures, days, quoted names and `names` in between.
   *
   * @param names What else is not the product's: venues, addresses.
   */
  canSay(sentence: string, names: readonly string[] = []): boolean {
    const text = sentence.toLowerCase();
    const known = [...this.pieces, ...names.map((name) => name.toLowerCase())];
    const reached = new Set([0]);
    for (let at = 0; at < text.length; at += 1) {
      if (!reached.has(at)) continue;
      const rest = text.slice(at);
      const isInWord = /[a-z]$/.test(text.slice(0, at));
      if (BETWEEN.test(rest)) reached.add(at + 1);
      const data = DATA.exec(rest);
      if (data) reached.add(at + data[0].length);
      // The end of a noun in the plural.
      if (isInWord && /^s(?![a-z])/.test(rest)) reached.add(at + 1);
      for (const piece of known) {
        if (!rest.startsWith(piece) || (isInWord && /^[a-z]/.test(piece))) continue;
        if (!endsInWord(piece, rest.slice(piece.length))) reached.add(at + piece.length);
      }
    }
    return reached.has(text.length);
  }
}

/** Whether a piece ends in the midst of a word; a plural `s` is none. */
function endsInWord(piece: string, rest: string): boolean {
  return /[a-z]$/.test(piece) && /^[a-z]/.test(rest.replace(/^s(?![a-z])/, ''));
}

/** Every text in a source file: what stands in quotation marks, the fixed parts of templates, text between tags. */
function textsIn(code: string): string[] {
  const texts: string[] = [];
  traverse(parse(code, { sourceType: 'module', plugins: ['typescript', 'jsx'] }), {
    StringLiteral: ({ node }) => void texts.push(node.value),
    TemplateElement: ({ node }) => void texts.push(node.value.cooked ?? ''),
    JSXText: ({ node }) => void texts.push(node.value),
  });
  return texts;
}
