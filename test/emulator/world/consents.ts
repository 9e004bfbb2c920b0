import type { ExecutionKind } from '../execution-kinds';
import { type Manifest, scopesThatAllow } from '../manifest';
import type { Switches } from '../switches';
import { listPoint, mapPoint } from './save-point';

/** Google's question for permissions, as it stood on someone's screen. */
export interface ConsentQuestion {
  readonly user: string;
  /** What was not granted at that moment, in the order of the manifest: one check box each. */
  readonly scopes: readonly string[];
}

/** What each person has granted. A person whom nobody spoke of has granted everything. */
export class Consents {
  /** The questions that were shown, the newest last. */
  readonly questions: ConsentQuestion[] = [];
  readonly #granted = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly manifest: Manifest,
    private readonly switches: Switches,
  ) {}

  /** Sets what a person has granted: the check boxes ticked, or what is left of them in the account's settings. */
  set(user: string, scopes: readonly string[]): void {
    this.#granted.set(user, new Set(scopes));
  }

  /** The scopes of the manifest that a person has not granted. */
  missing(user: string): string[] {
    const granted = this.#granted.get(user);
    const { missingScopes } = this.switches;
    return this.asked().filter((scope) => missingScopes.includes(scope) || granted?.has(scope) === false);
  }

  /** The scopes of the manifest that a person has granted. */
  granted(user: string): string[] {
    const missing = this.missing(user);
    return this.asked().filter((scope) => !missing.includes(scope));
  }

  /** Whether a call that needs a scope may go on. A formula asks nobody (fact A7), unless the switch says otherwise. */
  allows(scope: string, user: string, kind: ExecutionKind): boolean {
    const allowing = scopesThatAllow(this.manifest, scope);
    if (allowing.length > 0 && kind === 'formula' && this.switches.formulaConsent === 'none') return true;
    const missing = [...this.missing(user), ...this.switches.missingScopes];
    return allowing.some((each) => !missing.includes(each));
  }

  /** @returns What puts grants and questions back. */
  savePoint(): () => void {
    const [putQuestions, putGranted] = [listPoint(this.questions), mapPoint(this.#granted)];
    return () => {
      putQuestions();
      putGranted();
    };
  }

  /** Shows the question, where one can be shown: to a person who chose a menu item (facts A1 and A3). */
  ask(user: string, kind: ExecutionKind): void {
    if (kind === 'menu') this.questions.push({ user, scopes: this.missing(user) });
  }

  private asked(): readonly string[] {
    return this.manifest.oauthScopes ?? [];
  }
}
