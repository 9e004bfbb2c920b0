import type { MessagePort } from 'node:worker_threads';
import type { Outcome } from '../execution-record';
import type { RealmTask } from '../realm';

/** What a thread gets once. */
export interface WorkerSetup {
  readonly servicesText: string;
  /** Set to 1 and notified when a reply is on `replies`. */
  readonly signal: SharedArrayBuffer;
  readonly replies: MessagePort;
}

/** What the thread's clock shows: a fixed instant, or the real time moved by an offset. */
export type ClockReading = { readonly now: number } | { readonly offsetMillis: number };

/** Starts one execution in the thread. */
export interface StartMessage {
  readonly task: RealmTask;
  readonly clock: ClockReading;
  /** Of the realm's random numbers. */
  readonly seed: number;
}

/** Answer to one call. */
export interface ReplyMessage {
  readonly text: string;
  readonly clock: ClockReading;
}

/** What the thread says. */
export type ThreadMessage =
  | { readonly kind: 'call'; readonly text: string }
  | { readonly kind: 'done'; readonly outcome: Outcome };
