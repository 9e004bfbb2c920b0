import type { Region } from '../employer-api/connection';

/** A text of ours as people of a region spell it. Never for names that the service sent. */
export function spell(text: string, region: Region): string {
  return region === 'US' ? text.replace(/fulfilment/g, 'fulfillment') : text;
}

/** A text of ours with either spelling, for comparing. */
export function unspelled(text: string): string {
  return text.replace(/fulfillment/g, 'fulfilment');
}

/** Whether a cell holds a text of ours, in either spelling: the region may have changed. @param text Unspelled. */
export function holdsText(cell: unknown, text: string): boolean {
  return typeof cell === 'string' && unspelled(cell) === text;
}
