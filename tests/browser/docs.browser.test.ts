import { eventually, startWorld, type World } from '@topup/testkit';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser, startBrowser } from './support/chromium';

describeWithBrowser('a developer gives up on the documents, or it tells another host who reads it', () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let url: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    const starting = startWorld({ mode: 'test', settings: { STATUS_PAGE: 'on' } });
    [world, browser] = await Promise.all([starting, startBrowser()]);
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

  test('the host alone leads to the pages for clients, and from there to the reference and back', async () => {
    await page.goto(url);
    await heading('Integrate').waitFor();
    expect(new URL(page.url()).pathname).toBe('/docs/');
    await page.getByRole('main').getByRole('link', { name: 'Unknown outcomes' }).click();
    await heading('Ask for the status').waitFor();
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await sidebar()
      .getByRole('button', { name: /^Airtime/ })
      .first()
      .click();
    await heading('Buy airtime').waitFor();
    await page.getByRole('link', { name: 'Guides', exact: true }).first().click();
    await heading('Integrate').waitFor();
  });

  test('an example has the address of this host', async () => {
    await page.goto(`${url}/docs/quick-start`);
    await page.getByText(`${url}/v1/airtime/purchase`).first().waitFor();
  });

  test('the search of the reference finds an endpoint', async () => {
    await page.goto(`${url}/docs/reference`);
    await heading('Prepaid Top-Up Service').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().fill('Verify a meter');
    await page
      .getByRole('option', { name: /Verify a meter/ })
      .first()
      .click();
    await expectInView(page, 'Verify a meter');
  });

  test('a purchase is sent with the test key of the reader, which the browser does not keep', async () => {
    const balance = async () => (await world.client.balance()).body.data;
    const before = await balance();
    await page.goto(`${url}/docs/reference#tag/airtime/POST/v1/airtime/purchase`);
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
    await page.goto(`${url}/docs/reference#tag/airtime/POST/v1/airtime/purchase`);
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

  test('the pages can be used by people who cannot see or point', async () => {
    for (const name of ['', 'quick-start', 'webhooks', 'errors#internal', 'client']) {
      await page.goto(`${url}/docs/${name}`);
      expect([name, await axeViolations(page)]).toEqual([name, []]);
    }
  });

  test.each(['light', 'dark'] as const)('the status page too, on a phone, when it is %s', async (colorScheme) => {
    await eventually(
      async () => (await fetch(`${url}/status`)).text(),
      (html) => html.includes('Ikeja Electric'),
    );
    await page.emulateMedia({ colorScheme });
    for (const width of [1400, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${url}/status`);
      await page.getByRole('row', { name: 'MTN Available since' }).first().waitFor();
      const shown = Number(await page.evaluate('document.documentElement.scrollWidth'));
      expect([width, shown <= width, await axeViolations(page)]).toEqual([width, true, []]);
    }
  });

  test.each([1400, 390])('nothing is cut off at a width of %i: only code and tables scroll', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${url}/docs/`);
    const listed = await page.getByRole('main').getByRole('link').all();
    const names = await Promise.all(listed.map(async (each) => String(await each.getAttribute('href'))));
    expect(names.length).toBeGreaterThan(15);
    for (const name of ['./', ...names.filter((each) => /^[a-z-]+$/.test(each))]) {
      await page.goto(new URL(name, `${url}/docs/`).href);
      await page.getByRole('heading').first().waitFor();
      const shown = Number(await page.evaluate('document.documentElement.scrollWidth'));
      expect([name, shown <= width]).toEqual([name, true]);
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
