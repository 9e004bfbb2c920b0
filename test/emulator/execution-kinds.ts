import { LONG_RUN_MILLIS, SHORT_RUN_MILLIS } from './limits';

/** Why the script runs. `open-none` and `open-limited` are `onOpen` in the two modes a simple trigger may get. */
export type ExecutionKind =
  | 'formula'
  | 'open-none'
  | 'open-limited'
  | 'menu'
  | 'sidebar'
  | 'install'
  | 'trigger';

/** What one kind of execution may touch, and for how long. */
export interface KindRules {
  /** Name in `ScriptApp.AuthMode`. */
  readonly authMode: 'NONE' | 'CUSTOM_FUNCTION' | 'LIMITED' | 'FULL';
  readonly limitMillis: number;
  readonly document: 'none' | 'read' | 'write';
  readonly interface: 'none' | 'menu' | 'all';
  readonly properties: boolean;
  readonly cacheAndLock: boolean;
  readonly fetch: boolean;
  readonly triggersAndMail: boolean;
}

const FULL = {
  authMode: 'FULL',
  limitMillis: LONG_RUN_MILLIS,
  document: 'write',
  interface: 'all',
  properties: true,
  cacheAndLock: true,
  fetch: true,
  triggersAndMail: true,
} as const satisfies KindRules;

/** Sources: Editor authorization guide, Custom functions guide, simple triggers guide. */
export const KIND_RULES: Readonly<Record<ExecutionKind, KindRules>> = {
  formula: {
    authMode: 'CUSTOM_FUNCTION',
    limitMillis: SHORT_RUN_MILLIS,
    document: 'read',
    interface: 'none',
    properties: true,
    cacheAndLock: true,
    fetch: true,
    triggersAndMail: false,
  },
  'open-none': {
    authMode: 'NONE',
    limitMillis: SHORT_RUN_MILLIS,
    document: 'none',
    interface: 'menu',
    properties: false,
    cacheAndLock: false,
    fetch: false,
    triggersAndMail: false,
  },
  'open-limited': {
    authMode: 'LIMITED',
    limitMillis: SHORT_RUN_MILLIS,
    document: 'write',
    interface: 'menu',
    properties: true,
    cacheAndLock: true,
    fetch: false,
    triggersAndMail: false,
  },
  menu: FULL,
  sidebar: FULL,
  install: FULL,
  trigger: { ...FULL, interface: 'none' },
};
