import { eventually } from '@topup/testkit';
import type { Browser, Page, Request } from 'playwright-core';
import { PASSWORD, type Person } from './dashboard-world';

type ContextOptions = Parameters<Browser['newContext']>[0];

/** Pages of the dashboard in a browser. */
export type Pages = {
  openPage(path: string, options?: ContextOptions): Promise<Page>;
  /** Opens `path`, or else the start page, for a person who has signed in by a request, without the form. */
  signIn(person: Person, path?: string, options?: ContextOptions): Promise<Page>;
  /** Opens the page to sign in, or `path`, and signs in. */
  signInByForm(person: Person, path?: string, options?: ContextOptions): Promise<Page>;
  /** Closes all pages. Returns their errors and violations of the content security policy. */
  close(): Promise<string[]>;
};

export function createPages(browser: Browser, baseURL: string): Pages {
  const opened: Page[] = [];
  const complaints: string[] = [];

  async function newPage(options: ContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000); // seconds are for a busy machine: each wait ends with its event
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    const requests = new Set<Request>();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/api/stream') requests.add(request); // it stays open
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (request) => requests.delete(request));
    openRequests.set(page, requests);
    opened.push(page);
    return page;
  }

  async function openPage(path: string, options?: ContextOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(path);
    return page;
  }

  return {
    openPage,
    async signIn({ email }, path = '/', options = {}) {
      const page = await newPage(options);
      const data = { email, password: PASSWORD };
      const answer = await page.request.post('/api/auth/sign-in/email', { data, headers: { origin: baseURL } });
      if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
      await page.goto(path);
      return page;
    },
    async signInByForm({ email }, path = '/sign-in', options = {}) {
      const page = await openPage(path, options);
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL((url) => url.pathname !== '/sign-in');
      return page;
    },
    async close() {
      await Promise.all(opened.splice(0).map((page) => page.context().close()));
      return complaints.splice(0);
    },
  };
}

const openRequests = new WeakMap<Page, Set<Request>>();
const WAITING = '[aria-busy="true"], .mantine-Skeleton-root';

/** Until the page has its title, no part of it waits for data, and no request of it is open. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await eventually(
    async () => {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      return (openRequests.get(page)?.size ?? 0) + (await page.locator(WAITING).count());
    },
    (waiting) => waiting === 0,
  );
}

/** Follows a link of the navigation. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();

/** Until the page has this title. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Creates an API key on its page. @returns the key, which is shown once */
export async function createKey(page: Page, name: string): Promise<string> {
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done, I’ve saved it' }).click();
  await page.getByRole('cell', { name }).first().waitFor();
  return key;
}
