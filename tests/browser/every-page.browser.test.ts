import path from 'node:path';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { faintPlaceholders } from './support/contrast';
import { loaded } from './support/pages';
import { type Planted, plant } from './support/plant';
import { ROUTES } from './support/routes';
import { smallTargets } from './support/touch';
import { isTooWide, unreadable, WIDTHS } from './support/usable';
import { useDashboard } from './support/use-dashboard';

/** Other views of these pages. */
const VIEWS = {
  guest: [],
  owner: ['/transactions?status=failed', '/products?tab=CABLE_TV'],
  operator: ['/operator/margin?by=plan', '/operator/margin?by=purchase', '/operator/purchases?review=true'],
};
type Who = keyof typeof VIEWS;
const SCREEN = 844;
/** Pictures of the documents, by address: the operator's page at 1,280 px. `PICTURES=on` writes them. */
const PICTURES: Readonly<Record<string, string>> = {
  '/operator/purchases/in-doubt': path.join(__dirname, '../../docs/images/console-purchase.png'),
};

describeWithBrowser('a page is unusable on some screen, with a finger, or for people who cannot see well', () => {
  const service = useDashboard({ settings: { PROVIDERS: 'vtpass,monnify,reloadly' }, keepPages: true });
  let planted: Planted;
  beforeAll(async () => {
    planted = await plant(service);
  }, 120_000);

  const addressesOf = (who: Who) => [...ROUTES[who].map((route) => planted.examples[route] ?? route), ...VIEWS[who]];

  async function open(who: Who, width: number): Promise<Page> {
    const options = { viewport: { width, height: SCREEN }, reducedMotion: 'reduce' } as const;
    if (who === 'guest') return service.openPage('/sign-in', options);
    return service.signIn(who === 'owner' ? planted.owner : planted.operator, '/security', options);
  }

  test('each address of the pages is walked', () => {
    const all = (Object.keys(VIEWS) as Who[]).flatMap(addressesOf);
    expect(all.length).toBeGreaterThan(40);
    expect(all.join()).not.toContain('$');
  });

  describe.each(['guest', 'owner', 'operator'] as const)('pages of an %s', (who) => {
    test.each(WIDTHS)(
      'axe finds nothing of any level at %d px, light or dark; nothing is too wide or too small to press',
      async (width) => {
        const page = await open(who, width);
        const found: string[] = [];
        page.on('response', (answer) => answer.status() === 400 && found.push(`${answer.url()}: 400`));
        for (const address of addressesOf(who)) {
          await page.goto(address);
          await loaded(page);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
            const wrong = [...(await axeViolations(page)), ...(await faintPlaceholders(page))];
            found.push(...wrong.map((each) => `${address}, ${colorScheme}: ${each}`));
            await keepPicture(page, `${who}-${width}-${colorScheme}`, address);
          }
          if (await page.evaluate(isTooWide)) found.push(`${address}: too wide`);
          if (width !== 390) continue;
          const poor = [...(await page.evaluate(unreadable)), ...(await smallTargets(page))];
          found.push(...poor.map((each) => `${address}: ${each}`));
        }
        await page.context().close();
        expect(found).toEqual([]);
      },
      600_000,
    );
  });

  test.each([
    ['owner', '/transactions', 'Purchases, newest first'],
    ['operator', '/operator/catalogue', 'Data plans with the prices of tier standard'],
  ] as const)('50 rows take at most five screens of a phone (%s, %s)', async (who, address, list) => {
    const page = await open(who, 390);
    await page.goto(address);
    const rows = page.getByRole('list', { name: list }).getByRole('listitem');
    await rows.nth(49).waitFor();
    const [first, last] = [await rows.first().boundingBox(), await rows.nth(49).boundingBox()];
    const height = Number(last?.y) + Number(last?.height) - Number(first?.y);
    expect(height).toBeGreaterThan(50 * 44);
    expect(height).toBeLessThanOrEqual(5 * SCREEN);
  });
});

/** With SCREENSHOTS=<folder>, every page for people to look at; with PICTURES=on, the pictures of the documents. */
async function keepPicture(page: Page, folder: string, address: string): Promise<void> {
  const { SCREENSHOTS, PICTURES: wanted } = process.env;
  const picture = PICTURES[address];
  if (wanted === 'on' && picture !== undefined && folder === 'operator-1280-light')
    await page.screenshot({ path: picture });
  if (SCREENSHOTS === undefined) return;
  const name = `${address.replaceAll(/[^a-z0-9]+/gi, '-').slice(1, 60) || 'overview'}.png`;
  await page.screenshot({ path: path.join(SCREENSHOTS, folder, name), fullPage: true });
}
