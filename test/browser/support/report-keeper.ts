import type { FrameLocator, Locator } from 'playwright-core';
import type { Session } from './session';
import { openTab, reachButton } from './tabs';

/** A person who keeps saved reports, at the sidebar of a session. */
export class ReportKeeper {
  private constructor(
    private readonly session: Session,
    readonly sidebar: FrameLocator,
  ) {}

  /** Opens the sidebar by the menu, anew where one is open. */
  static async at(session: Session): Promise<ReportKeeper> {
    const shown = async () => (await session.page.locator('#sidebar iframe').all())[0]?.getAttribute('src');
    const before = await shown();
    const sidebar = await session.openSidebar();
    await session.until(async () => (await shown()) !== before);
    await session.sees(sidebar.getByRole('tablist'));
    return new ReportKeeper(session, sidebar);
  }

  /** Waits until the sidebar says such words. @returns All that it says there. */
  async hears(role: 'status' | 'alert', words: RegExp): Promise<string> {
    const region = this.sidebar.getByRole(role).filter({ hasText: words });
    await this.session.sees(region);
    return region.innerText();
  }

  /** What stands about one report. */
  card(sheet: string): Locator {
    return this.sidebar.getByRole('listitem', { name: sheet, exact: true });
  }

  async press(button: string): Promise<void> {
    await (await reachButton(this.sidebar, button)).click();
  }

  /** Has the reports refreshed every hour, with mail about failures. */
  async refreshHourly(email: string): Promise<void> {
    await openTab(this.sidebar, 'Settings');
    await this.sidebar.getByRole('combobox', { name: 'Refresh reports' }).selectOption('hour');
    await this.sidebar.getByLabel('Email me when a refresh fails').fill(email);
    await this.press('Save schedule');
    await this.hears('status', /Schedule saved/);
  }

  /** Skips time; what falls due has run, and stands on the screen, when this resolves. */
  async skip(span: '1 hour' | '1 day'): Promise<void> {
    const button = this.session.page.getByRole('button', { name: `Skip ${span}` });
    await button.click();
    await this.session.until(async () => (await button.getAttribute('aria-disabled')) !== 'true');
    await this.session.idle();
  }
}
