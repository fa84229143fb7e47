import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { createKey, goTo, heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

/** Returns the API's answer to a command that a reader has copied into a shell with their key. */
async function paste(command: string, key: string): Promise<string> {
  const env = { ...process.env, TOPUP_API_KEY: key };
  return (await promisify(execFile)('sh', ['-c', command], { env })).stdout;
}

const regionOf = async (page: Page, name: string): Promise<string> =>
  (await page.getByRole('group', { name, exact: true }).textContent()) ?? '';

describeWithBrowser('a developer cannot find out why a request was refused', () => {
  const service = useDashboard();

  /** An owner on the page of keys, with a program that has a key of theirs. */
  async function developer() {
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner, '/developers/keys');
    const key = await createKey(page, 'Shop');
    return { owner, page, key, client: service.apiOf(key) };
  }

  /** Opens the first request of the list, once it is there. */
  async function open(page: Page, name: string): Promise<void> {
    await page.getByRole('link', { name, exact: true }).first().click();
    await heading(page, name);
    await loaded(page);
  }

  test('it is found by its status, and its page says why; a member on a phone reads it too', async () => {
    const { owner, page, client } = await developer();
    const reference = `order-${randomUUID()}`;
    expect((await client.buyAirtime({ ref: reference, amount: 100 })).status).toBe(200);
    expect((await client.buyAirtime({ ref: 'order-dear', amount: 5_000 })).status).toBe(400);
    await goTo(page, 'Requests');
    await heading(page, 'Requests');
    await page.getByLabel('Status').selectOption({ label: 'Refused (400)' });
    const row = page.getByRole('row', { name: /insufficient_balance/ });
    await row.getByText('400 Refused').waitFor();
    await loaded(page);
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await axeViolations(page)).toEqual([]);

    await open(page, 'POST /v1/airtime/purchase');
    expect(await axeViolations(page)).toEqual([]);
    expect(await regionOf(page, 'response')).toContain('The wallet balance is too low for this purchase.');
    expect(await regionOf(page, 'request')).toContain('"amount": 5000');
    expect(await page.content()).not.toContain('08031234567');
    const href = await page.getByRole('link', { name: 'About this error' }).getAttribute('href');
    expect(href).toMatch(/\/docs\/errors#insufficient_balance$/);
    expect(await (await page.request.get(String(href))).text()).toContain('id="insufficient_balance"');

    const person = await service.addMember(owner.accountId);
    const phone = await service.signIn(person, '/developers/requests', { viewport: { width: 390, height: 844 } });
    await phone.getByText('insufficient_balance').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  test('a purchase leads to its requests and back, and what is copied as curl works', async () => {
    const { page, key, client } = await developer();
    const reference = `order-${randomUUID()}`;
    await client.buyAirtime({ ref: reference, amount: 100 });
    await client.status(reference);
    await page.goto(`/transactions/${reference}`);
    await page.getByRole('link', { name: 'View requests' }).click();
    await heading(page, 'Requests');
    await open(page, 'POST /v1/transaction/status');
    expect(JSON.parse(await paste(await regionOf(page, 'curl command'), key))).toMatchObject({ reference });

    await page.goBack();
    await open(page, 'POST /v1/airtime/purchase');
    await page.getByRole('link', { name: 'MTN airtime' }).waitFor();
    const copied = await regionOf(page, 'curl command');
    const answer = JSON.parse(await paste(copied.replace('<PHONE>', '08031234567'), key));
    expect(answer).toMatchObject({ status: 'successful', data: { amount: '100.00' } });
    expect(answer.reference).not.toBe(reference);
    await page.getByRole('link', { name: 'MTN airtime' }).click();
    await heading(page, '₦100.00 · MTN airtime');
    await page.getByText(reference).first().waitFor();
  });

  test('errors and latency are plotted by endpoint, and lead to the requests', async () => {
    const { page, client } = await developer();
    await client.balance();
    await client.buyAirtime({ ref: 'order-dear', amount: 5_000 });
    await goTo(page, 'Requests');
    await page.getByRole('link', { name: 'GET /v1/wallet/balance' }).waitFor();
    await page.getByRole('link', { name: 'Errors and latency' }).click();
    await heading(page, 'Errors and latency');
    const plots = async (errors: RegExp, latency: RegExp) => {
      for (const name of [errors, latency]) await page.getByRole('img', { name }).waitFor();
    };
    await page.getByLabel('Endpoint', { exact: true }).selectOption('POST /v1/airtime/purchase');
    await plots(/purchase: Errors 100% of 1 request/, /purchase: p50 .* of 1 request/);
    await loaded(page);
    await page.getByText('All requests of the period count.').waitFor();
    await page.getByRole('row', { name: /POST \/v1\/airtime\/purchase.*\b1\b.*100%/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('GET /v1/wallet/balance');
    for (const range of ['7 days', '30 days']) {
      await page.getByText(range, { exact: true }).click();
      await plots(/balance: Errors 0% of 1 request/, /balance: p50 .* of 1 request/);
    }
    await page.getByRole('link', { name: 'POST /v1/airtime/purchase' }).click();
    await heading(page, 'Requests');
    await page.getByText('400 Refused').waitFor();
    await loaded(page);
    expect(await page.getByRole('row').count()).toBe(2);
  });
});
