import { describeWithBrowser } from './support/chromium';
import { dialogsOf, useByKeys, watchForms } from './support/keyboard';
import { loaded } from './support/pages';
import { type Planted, plant } from './support/plant';
import { ROUTES } from './support/routes';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('a dialog cannot be used by keyboard alone', () => {
  const service = useDashboard({ settings: { PROVIDERS: 'vtpass,monnify,reloadly' }, keepPages: true });
  let planted: Planted;
  beforeAll(async () => {
    planted = await plant(service);
  }, 120_000);

  test.each([
    ['owner', 12],
    ['operator', 30],
  ] as const)(
    'each dialog of an %s is opened, walked, sent and left by keys, and gives the focus back',
    async (who, least) => {
      const page = await service.signIn(planted[who], '/security', { reducedMotion: 'reduce' });
      await watchForms(page);
      const opened: string[] = [];
      const found: string[] = [];
      for (const route of ROUTES[who]) {
        const address = planted.examples[route] ?? route;
        await page.goto(address);
        await loaded(page);
        for (const dialog of await dialogsOf(page)) {
          opened.push(`${address}: ${dialog.name}`);
          found.push(...(await useByKeys(page, dialog)).map((wrong) => `${address}, ${dialog.name}: ${wrong}`));
        }
      }
      expect(found).toEqual([]);
      expect(opened.length).toBeGreaterThanOrEqual(least);
    },
    600_000,
  );
});
