import { eventually } from '@topup/testkit';
import type { Locator, Page } from 'playwright-core';

/** How a dialog is opened: a button, or a line of the menu that a button opens. */
type Dialog = { name: string; button: Locator; line?: number };

/** More than a page has. */
const MOST_STOPS = 400;

/** The dialogs that buttons of the page open. Of buttons with one text, as in the rows of a list, it is the first. */
export async function dialogsOf(page: Page): Promise<Dialog[]> {
  const dialogs = new Map<string, Dialog>();
  for (const button of await page.locator('button[aria-haspopup="dialog"]:enabled:visible').all()) {
    const name = (await button.textContent()) || String(await button.getAttribute('aria-label'));
    if (!dialogs.has(name)) dialogs.set(name, { name, button });
  }
  const menu = page.locator('main button[aria-haspopup="menu"]:enabled:visible').first();
  if ((await menu.count()) === 0) return [...dialogs.values()];
  await menu.press('Enter');
  const lines = page.getByRole('menuitem');
  await lines.first().waitFor();
  for (const [line, item] of (await lines.all()).entries())
    if ((await item.getAttribute('aria-haspopup')) === 'dialog')
      dialogs.set(`menu ${line}`, { name: `${await item.textContent()} (menu)`, button: menu, line });
  await page.keyboard.press('Escape');
  await lines.first().waitFor({ state: 'detached' });
  return [...dialogs.values()];
}

/** Opens, walks, sends and leaves a dialog by keys. @returns what did not work */
export async function useByKeys(page: Page, { button, line }: Dialog): Promise<string[]> {
  if (!(await tabTo(page, button))) return ['no Tab leads to its button'];
  await page.keyboard.press('Enter');
  if (line !== undefined) {
    const item = page.getByRole('menuitem').nth(line);
    await item.waitFor();
    if (!(await soon(async () => (await hasFocus(item)) || void (await page.keyboard.press('ArrowDown')))))
      return ['no arrow leads to its line of the menu'];
    await page.keyboard.press('Enter');
  }
  const dialog = page.getByRole('dialog');
  if (!(await soon(() => dialog.isVisible()))) return ['Enter does not open it'];
  const found: string[] = [];
  const inside = () => dialog.evaluate((element: Around) => element.contains(element.ownerDocument.activeElement));
  if (!(await soon(inside))) found.push('the focus stays outside');
  const stops = await dialog
    .locator('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled')
    .count();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press <= stops; press += 1) {
      await page.keyboard.press(key);
      if (!(await inside())) found.push(`${key} leads out`);
    }
  if (!(await sendsByEnter(page, dialog))) found.push('Enter in a field does not send it');
  await page.keyboard.press('Escape');
  const closed = () => dialog.count().then((count) => count === 0);
  if (!(await soon(closed))) return [...found, 'Escape does not close it'];
  if (!(await soon(() => hasFocus(button)))) found.push('its button does not get the focus back');
  return found;
}

type Around = { contains(other: unknown): boolean; ownerDocument: { activeElement: unknown } };

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Around) => element === element.ownerDocument.activeElement);

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<boolean> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(target)) return true;
    await page.keyboard.press('Tab');
  }
  return false;
}

/** Whether Enter in the first field of a form sends it. Without a field, its button is pressed. */
async function sendsByEnter(page: Page, dialog: Locator): Promise<boolean> {
  const field = dialog
    .locator('form:has(button[type=submit]:enabled) input:is([type=text], [type=password], [type=email]):enabled')
    .first();
  if ((await field.count()) === 0) return true;
  const before = await page.evaluate<number>('globalThis.formsSent');
  if (!(await tabTo(page, field))) return false;
  await page.keyboard.press('Enter');
  return (await page.evaluate<number>('globalThis.formsSent')) > before;
}

const soon = (holds: () => Promise<boolean | undefined>): Promise<boolean> =>
  eventually(holds, (held) => held === true, 3_000).then(
    () => true,
    () => false,
  );

/** From the next page on, counts the forms that are sent, and sends none. */
export async function watchForms(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.formsSent = 0;
    for (const event of ['submit', 'invalid'])
      addEventListener(event, (sent) => {
        sent.preventDefault();
        sent.stopImmediatePropagation();
        globalThis.formsSent += 1;
      }, true);
  `);
}
