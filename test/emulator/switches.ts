import { CONSUMER_QUOTAS, type DailyQuotas, SIMULTANEOUS_EXECUTIONS } from './limits';

/** How the cache behaves: it may forget anything at any time. */
export type CacheMode =
  | 'normal'
  | 'empty'
  /** Each read of a key misses with probability `randomNull`. */
  | { readonly randomNull: number; readonly seed: number }
  /** Keys that match are always missing. */
  | { readonly loseKeys: readonly (string | RegExp)[] };

/** What the platform leaves open, or what may go wrong. All may be changed between two executions. */
export interface Switches {
  cache: CacheMode;
  /** `null`: `getDocumentProperties`, `getDocumentCache` and `getDocumentLock` answer null. */
  documentStores: 'present' | 'null';
  /** `fixed60`: whatever `timeoutSeconds` says, 60 s. */
  fetchTimeout: 'obeyed' | 'fixed60';
  /** Authorisation of `onOpen` in an add-on: NONE while it is not enabled in the spreadsheet. */
  onOpenMode: 'NONE' | 'LIMITED';
  /** User cache in a formula: none, or one that all users' formulas share. */
  userCacheInFormulas: 'null' | 'shared';
  /** `torn`: a kill may leave half of one big write. */
  bigWrite: 'whole' | 'torn';
  /** A conditional format that cannot be read in the spreadsheet's locale: refused, or kept and never true. */
  unreadableRules: 'refused' | 'dead';
  /** Error texts in the user's language instead of English. */
  translatedTexts: boolean;
  /** Scopes, in full, that nobody has granted. What one person has granted: `Person.consent`. */
  missingScopes: string[];
  /** Whether a formula needs what the person at the keyboard has granted. `asked` is the worst that was reported. */
  formulaConsent: 'none' | 'asked';
  quotas: DailyQuotas;
  simultaneousExecutions: number;
  /** What the person presses and types in `Ui.alert` and `Ui.prompt`. */
  dialogAnswer: { readonly button: string; readonly text: string };
}

/** The friendliest platform that the documentation promises. */
export function defaultSwitches(): Switches {
  return {
    cache: 'normal',
    documentStores: 'present',
    fetchTimeout: 'obeyed',
    onOpenMode: 'LIMITED',
    userCacheInFormulas: 'null',
    bigWrite: 'whole',
    unreadableRules: 'refused',
    translatedTexts: false,
    missingScopes: [],
    formulaConsent: 'none',
    quotas: { ...CONSUMER_QUOTAS },
    simultaneousExecutions: SIMULTANEOUS_EXECUTIONS,
    dialogAnswer: { button: 'OK', text: '' },
  };
}
