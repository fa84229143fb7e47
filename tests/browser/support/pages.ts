import type { Browser, Page } from 'playwright-core';
import { PASSWORD, type Person } from './dashboard-world';

type ContextOptions = Parameters<Browser['newContext']>[0];

/** Pages of the dashboard in a browser. */
export type Pages = {
  openPage(path: string, options?: ContextOptions): Promise<Page>;
  /** Opens the page to sign in, or `path`, and signs in. */
  signIn(person: Person, options?: ContextOptions, path?: string): Promise<Page>;
  /** Closes all pages. Returns their errors and violations of the content security policy. */
  close(): Promise<string[]>;
};

export function createPages(browser: Browser, baseURL: string): Pages {
  const opened: Page[] = [];
  const complaints: string[] = [];

  async function openPage(path: string, options: ContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    opened.push(page);
    await page.goto(path);
    return page;
  }

  return {
    openPage,
    async signIn({ email }, options = {}, path = '/sign-in') {
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

/** Follows a link of the navigation. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();

/** Until the page has this title. */
export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Creates an API key on its page. @returns the key, which is shown once */
export async function createKey(page: Page, name: string): Promise<string> {
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = (await dialog.locator('pre').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('cell', { name }).first().waitFor();
  return key;
}
