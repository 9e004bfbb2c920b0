import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HTMLElement, HTMLInputElement } from 'happy-dom';
import type { Edition } from '../../build/edition';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import type { SidebarScene } from '../browser/support/sidebar-states';
import { builtBundle } from './built-bundle';
import { type DomLocator, DomPage } from './dom-page';
import { answersOf, type EndpointCall, SCENE_TIME, ScriptedPage } from './scripted-answers';

/** The built page without a browser, with a script whose answers the test writes. */
export class SidebarPage extends ScriptedPage {
  readonly page = new DomPage();

  private constructor(
    private readonly edition: Edition,
    first: SidebarOutcome,
  ) {
    super(() => first);
  }

  /**
   * @param first What the page's first call answers, and everything else until the test says otherwise.
   * @param edition Whose page it is.
   */
  static async open(first: SidebarOutcome, edition: Edition = 'sheets'): Promise<SidebarPage> {
    const sidebar = new SidebarPage(edition, first);
    await sidebar.show(first);
    return sidebar;
  }

  /** Opens the page anew, on this outcome. */
  async show(first: SidebarOutcome): Promise<void> {
    this.answer = () => first;
    const html = readFileSync(path.join(builtBundle(this.edition), 'Sidebar.html'), 'utf8');
    this.page.open(html, {
      google: {
        script: {
          run: this.runner(
            () => {},
            () => {},
          ),
        },
      },
    });
    await this.page.getByRole('tablist').waitFor();
    this.calls.length = 0;
  }

  /** Brings the page into a scene. The clock shows a moment after the times of the scenes. */
  async enter(scene: SidebarScene): Promise<void> {
    const { first, press = [], tab, shows } = scene;
    this.page.clock.setFixedTime(SCENE_TIME);
    await this.show(first);
    this.answer = answersOf(scene);
    for (const name of press) await (await this.reachButton(name)).click();
    if (tab !== undefined) await this.openTab(tab);
    await this.reach(this.page.getByText(shows).first());
  }

  /** Chooses a tab. */
  async openTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  /** Waits for the first of these elements and shows the tab that it is in. */
  async reach(sought: DomLocator): Promise<DomLocator> {
    const first = sought.first();
    await first.waitFor({ state: 'attached' });
    const label = await first.evaluate<string | null | undefined>((element: HTMLElement) => {
      const details = element.closest('details:not([open])');
      if (details !== null && element.tagName !== 'SUMMARY') details.setAttribute('open', '');
      return element.closest('[role="tabpanel"][hidden]')?.getAttribute('aria-labelledby');
    });
    if (label) await this.page.locator(`#${label}`).click();
    return first;
  }

  /** The first button of that name, in whichever tab, once its tab is shown. */
  reachButton(name: string): Promise<DomLocator> {
    return this.reach(this.page.getByRole('button', { name, exact: true, includeHidden: true }));
  }

  /** Waits for the call of that number, counted from 0 since the page was opened. */
  async call(index: number): Promise<EndpointCall> {
    await this.page.until(
      () => this.calls.length > index,
      () => `There are ${this.calls.length} calls`,
    );
    return this.calls[index] as EndpointCall;
  }

  /** The accessible name, or the text, of what has the keyboard. */
  async focused(): Promise<string> {
    await this.page.settle();
    const active = this.page.document.activeElement as HTMLInputElement;
    return ((active.labels?.item(0) ?? active).textContent ?? '').trim();
  }

  async close(): Promise<void> {
    this.page.close();
  }

  /** `google.script.run`: only copies cross, as on the platform. */
  private runner(succeed: (result: unknown) => void, fail: (error: unknown) => void): object {
    return {
      withSuccessHandler: (handler: typeof succeed) => this.runner(handler, fail),
      withFailureHandler: (handler: typeof fail) => this.runner(succeed, handler),
      sidebarCall: (endpoint: string, args: readonly unknown[]) => {
        const name = `sidebar${endpoint.charAt(0).toUpperCase()}${endpoint.slice(1)}`;
        const call = { name, args: structuredClone([...args]) };
        this.calls.push(call);
        void Promise.resolve()
          .then(() => this.answer(call))
          .then((answer) => succeed(JSON.parse(JSON.stringify(answer))), fail);
      },
    };
  }
}
