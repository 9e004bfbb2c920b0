import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Book } from '../emulator/book';
import { builtBundle } from '../support/built-bundle';
import { ANN, type Scene, Stage } from '../support/scene';
import { readFunctionHelp } from '../workbench/function-help';
import { type GuideSources, renderGuide } from './guide';

/** The most lines of an answer that the guide shows. */
const MOST_LINES = 24;

/** Builds the guide from the built add-on, connected to a service with made-up figures. */
export async function makeGuide(): Promise<string> {
  const scene = await new Stage().open();
  scene.connect();
  const id = scene.saveReport({ period: 'last 28 days', sheet: 'Shifts' });
  scene.ask('sidebarRefreshReport', id);
  const help = readFunctionHelp(readFileSync(path.join(builtBundle(), 'Code.js'), 'utf8'));
  return renderGuide({ help, answer: answerIn(scene) });
}

/** Each formula gets a sheet of its own, as if a person typed it there. */
function answerIn({ book }: Scene): GuideSources['answer'] {
  return (formula) => {
    book.as(ANN).enter('Sheet1!A1', formula);
    const { error } = book.cell('Sheet1!A1');
    const cells = error === undefined ? filledCells(book) : [];
    book.as(ANN).enter('Sheet1!A1', '');
    return error === undefined ? { cells } : { error };
  };
}

function filledCells(book: Book): string[][] {
  const shown: string[][] = [];
  for (let row = 1; row <= MOST_LINES; row++) {
    const line = Array.from('ABCDEFGHIJKLMNOP', (column) => book.cell(`Sheet1!${column}${row}`).display);
    if (row > 1 && line.every((text) => text === '')) break;
    shown.push(line);
  }
  const width = Math.max(...shown.map((line) => line.findLastIndex((text) => text !== '') + 1));
  return shown.map((line) => line.slice(0, width));
}
