import { eventually, startWorld, type World } from '@topup/testkit';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser, startBrowser } from './support/chromium';

describeWithBrowser('a developer gives up on the reference, or it tells another host who reads it', () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let url: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld({ mode: 'test' }), startBrowser()]);
    url = String(world.apis[0]?.url);
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) complaints.push(request.url());
    });
  });
  afterEach(async () => {
    await page.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await world?.stop();
  });

  const sidebar = () => page.getByRole('navigation', { name: /^Sidebar/ });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();

  test('the host alone leads to the reference, whose sidebar has the guides and the endpoints', async () => {
    await page.goto(url);
    await heading('Prepaid Top-Up Service').waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/');
    await sidebar().getByRole('button', { name: 'Unknown outcomes' }).first().click();
    await heading('Ask for the status').waitFor();
    await sidebar()
      .getByRole('button', { name: /^Airtime/ })
      .first()
      .click();
    await heading('Buy airtime').waitFor();
  });

  test('every link between the guides leads to a heading', async () => {
    await page.goto(url);
    await heading('Going live').waitFor();
    const found = await page.locator('a[href^="#description/"]').all();
    const links = await Promise.all(found.map(async (each) => String(await each.getAttribute('href')).slice(1)));
    expect(links.length).toBeGreaterThan(5);
    for (const id of links)
      expect([id, await page.locator(`h1[id$="/${id}"], h2[id$="/${id}"]`).count()]).toEqual([id, 1]);
    await page.getByRole('link', { name: 'reconcile your books' }).click();
    await expectInView(page, 'Reconcile your books');
  });

  test('the search finds a guide and an endpoint', async () => {
    await page.goto(url);
    await heading('Prepaid Top-Up Service').waitFor();
    for (const [words, found] of [
      ['Check signature', 'Check the signature'],
      ['Verify a meter', 'Verify a meter'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').first().fill(words);
      await page
        .getByRole('option', { name: new RegExp(found) })
        .first()
        .click();
      await expectInView(page, found);
    }
  });

  test('a purchase is sent with the test key of the reader, which the browser does not keep', async () => {
    const balance = async () => (await world.client.balance()).body.data;
    const before = await balance();
    await page.goto(`${url}/docs/#tag/airtime/POST/v1/airtime/purchase`);
    await page.getByPlaceholder('Token').first().fill(world.account.apiKey);
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Send post request/ })
      .first()
      .click();
    await page.getByRole('link', { name: '200 OK' }).waitFor();
    expect(await balance()).not.toEqual(before);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain('tup_test_');
  });

  test('each language has the example, with the address of this host', async () => {
    await page.goto(`${url}/docs/#tag/airtime/POST/v1/airtime/purchase`);
    for (const [language, words] of [
      ['JavaScript', 'await fetch('],
      ['Python', 'requests.post('],
      ['PHP', 'curl_init('],
      ['curl', 'curl -s'],
    ] as const) {
      await page
        .getByRole('button', { name: /^(curl|JavaScript|Python|PHP)$/ })
        .first()
        .click();
      await page.getByRole('option', { name: language }).first().click();
      await page.getByText(words).first().waitFor();
    }
    await page.getByText(`${url}/v1/airtime/purchase`).first().waitFor();
  });

  test('the page of the errors can be used by people who cannot see or point', async () => {
    await page.goto(`${url}/docs/errors#internal`);
    expect(await axeViolations(page)).toEqual([]);
  });

  test.each([1400, 380])('nothing is cut off at a width of %i', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, shown] of [
      ['/', 'Prepaid Top-Up Service'],
      ['/docs/errors#internal', 'internal'],
    ] as const) {
      await page.goto(url + path);
      await heading(shown).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });
});

/** The page scrolls to a heading in its own time. */
async function expectInView(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('heading', { name, exact: true }).first();
  await shown.waitFor();
  await eventually(
    async () => (await shown.boundingBox())?.y ?? Number.NaN,
    (y) => y >= 0 && y < 900,
  );
}
