import { readFileSync } from 'node:fs';
import { eventually, insertSold } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

const DAY_MS = 86_400_000;
/** No account has this one. */
const ELSEWHERE = { timezoneId: 'Asia/Tokyo' };

describeWithBrowser('one purchase has different times in different places of the dashboard', () => {
  const service = useDashboard();

  /** Returns the time of a purchase in a zone, as PostgreSQL states it. */
  async function timesOf(reference: string, zone: string) {
    const [said] = await service.db.$queryRaw<{ clock: string; day: string; iso: string; offset: string }[]>`
      SELECT to_char(wall, 'FMDD Mon YYYY, HH24:MI:SS') AS clock, to_char(wall, 'YYYY-MM-DD') AS day,
             to_char(wall, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS iso, to_char(wall - utc, 'HH24:MI') AS offset
        FROM (SELECT created_at AT TIME ZONE ${zone} AS wall, created_at AT TIME ZONE 'UTC' AS utc
                FROM purchase WHERE request_ref = ${reference}) t`;
    if (said === undefined) throw new Error(`no purchase ${reference}`);
    const sign = said.offset.startsWith('-') ? '' : '+';
    return { ...said, clock: said.clock.replace('Sep ', 'Sept '), iso: `${said.iso}${sign}${said.offset}` };
  }

  async function choose(page: Page, zone: string): Promise<void> {
    await page.getByRole('button', { name: 'Change time zone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Time zone').selectOption(zone);
    await dialog.getByText(/^The time there: \d/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  test('an account set to New York reads one time in list, hover, filter, plot and file, that of SQL', async () => {
    const owner = await service.addOwner(1_000);
    const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const at = new Date(midnight - 4 * DAY_MS + 9_005_000); // 02:30:05 in UTC: the evening before in New York
    await insertSold(service.db, [{ accountId: owner.accountId, at, reference: 'evening' }]);
    const [inNewYork, inLagos] = [
      await timesOf('evening', 'America/New_York'),
      await timesOf('evening', 'Africa/Lagos'),
    ];
    expect(inNewYork.day < inLagos.day).toBe(true);

    const page = await service.signIn(owner, '/settings', ELSEWHERE);
    await page.getByText('Times are in Lagos time (WAT).').waitFor();
    await choose(page, 'America/New_York');
    await page.getByText(/^Times are in New York time \(E[SD]T\)\.$/).waitFor();
    await page.getByText('America/New_York', { exact: true }).waitFor();
    await eventually(
      () => page.evaluate<string>('document.activeElement.textContent'),
      (focused) => focused === 'Settings',
    );

    await goTo(page, 'Transactions');
    const row = page.getByRole('row', { name: /evening/ });
    await row.getByText(inNewYork.clock).waitFor();
    expect(await row.getByRole('time').textContent()).toMatch(/ \([34] days ago\)$/);
    const name = inNewYork.offset.startsWith('-05') ? 'EST' : 'EDT';
    await row.getByRole('time').hover();
    await page.getByRole('tooltip').getByText(`${inNewYork.clock} ${name}`, { exact: true }).waitFor();

    await page.setViewportSize({ width: 390, height: 900 }); // a phone hides the navigation
    await page.getByText('Days in New York time').waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const [day, found] of [
      [inLagos.day, 'No matching purchases'],
      [inNewYork.day, '1 result'],
    ] as const) {
      await page.getByLabel('From', { exact: true }).fill('');
      await page.getByLabel('To', { exact: true }).fill(day);
      await page.getByLabel('From', { exact: true }).fill(day);
      await loaded(page);
      await page.getByText(found).waitFor();
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    const [head = [], ...cells] = lines.map((line) => line.split(','));
    expect(cells.map((each) => [each[0], each[head.indexOf('created_at')]])).toEqual([['evening', inNewYork.iso]]);
    expect(new Date(inNewYork.iso)).toEqual(at);

    const client = await service.sellerFor(owner.accountId);
    expect((await client.buyAirtime({ ref: 'bought', amount: 100 })).status).toBe(200);
    await page.goto('/transactions/bought');
    await heading(page, 'bought');
    const bought = await timesOf('bought', 'America/New_York');
    await page.getByText(bought.clock).first().waitFor();

    await goTo(page, 'Overview');
    await page.getByText('7 days').click();
    await page.getByRole('region', { name: 'Sales by product' }).getByText('Table', { exact: true }).click();
    const shortDay = inNewYork.clock.split(' ').slice(0, 2).join(' ');
    await page.getByRole('row', { name: new RegExp(`^${shortDay} .*₦110\\.00`) }).waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('operators read Lagos time, and set the zone of an account, which its members then read', async () => {
    const owner = await service.addOwner(1_000);
    const at = new Date(Date.now() - 2 * DAY_MS);
    await insertSold(service.db, [{ accountId: owner.accountId, at, reference: 'seen-by-both' }]);
    const page = await service.signIn(await service.addOperator(), '/operator/purchases/seen-by-both', ELSEWHERE);
    await page.getByText('Times are in Lagos time (WAT).').waitFor();
    await page
      .getByText((await timesOf('seen-by-both', 'Africa/Lagos')).clock)
      .first()
      .waitFor();
    await page.goto(`/operator/accounts/${owner.accountId}`);
    await choose(page, 'Asia/Tehran');
    await page.getByText('Asia/Tehran', { exact: true }).waitFor();
    await page.getByText('Times are in Lagos time (WAT).').waitFor();
    await goTo(page, 'Audit log');
    await page.getByRole('row', { name: /account\.time_zone.*Time zone: Africa\/Lagos → Asia\/Tehran/ }).waitFor();

    const member = await service.signIn(await service.addMember(owner.accountId), '/settings', ELSEWHERE);
    await member.getByText('Asia/Tehran', { exact: true }).waitFor();
    await member.getByText('Account owners can change them.').waitFor();
    expect(await member.getByRole('button', { name: 'Change time zone' }).count()).toBe(0);
    await goTo(member, 'Transactions');
    await member.getByText((await timesOf('seen-by-both', 'Asia/Tehran')).clock).waitFor();
  });
});
