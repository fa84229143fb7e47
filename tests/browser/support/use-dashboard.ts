import type { Browser } from 'playwright-core';
import { startBrowser } from './chromium';
import { type DashboardWorld, startDashboardWorld } from './dashboard-world';
import { createPages, type Pages } from './pages';

/** A service with its dashboard, and its pages in a browser, for the suite that called `useDashboard`. */
export type DashboardInUse = Omit<DashboardWorld, 'stop'> & Omit<Pages, 'close'>;

type UseDashboardOptions = {
  /** Settings of the dashboard. */
  settings?: Record<string, string>;
  /** Settings of all processes. */
  services?: Record<string, string>;
  /** Leaves pages open for the next tests. Default: each test begins without one. */
  keepPages?: boolean;
};

/**
 * Registers the hooks that start one service and one browser for all tests of the suite, and stop both. No page may
 * have an error or violate the content security policy. Call it first: what it returns is empty before its hook.
 */
export function useDashboard(options: UseDashboardOptions = {}): DashboardInUse {
  const { settings, services, keepPages = false } = options;
  const service = {} as DashboardInUse;
  let world: DashboardWorld | undefined;
  let browser: Browser | undefined;
  let pages: Pages | undefined;

  beforeAll(async () => {
    [world, browser] = await Promise.all([startDashboardWorld(settings, services), startBrowser()]);
    pages = createPages(browser, world.dashboard.url);
    Object.assign(service, world, pages);
  });
  afterEach(async () => {
    if (!keepPages) expect(await pages?.close()).toEqual([]);
  });
  afterAll(async () => {
    const complaints = await pages?.close();
    await browser?.close();
    await world?.stop();
    expect(complaints).toEqual([]);
  });
  return service;
}
