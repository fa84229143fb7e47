import { readFileSync } from 'node:fs';
import { eventually, testInFullRun } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

const FOR_EVER_PENDING = '08000400000';

describeWithBrowser('operators cannot use the console in a browser', () => {
  const service = useDashboard();

  test('an operator funds an account and settles an unknown outcome; both are in the audit log', async () => {
    const [owner, operator] = [await service.addOwner(1_000), await service.addOperator()];
    const client = await service.sellerFor(owner.accountId);
    expect((await client.buyAirtime({ ref: 'in-doubt', amount: 400, phone: FOR_EVER_PENDING })).status).toBe(202);

    const page = await service.signIn(operator);
    await heading(page, 'Overview');
    const { name } = await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
    await goTo(page, 'Accounts');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Fund wallet' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in naira').fill('2,500.50');
    await dialog.getByLabel('Bank reference').fill('bank-1');
    await dialog.getByLabel('Note').fill('seen on the statement');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Add money' }).click();
    await dialog.getByText('₦2,500.50 added').waitFor();
    expect((await client.balance()).body.data).toMatchObject({ balance: '3100.50' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await eventually(
      () => service.db.purchase.findFirstOrThrow({ where: { requestRef: 'in-doubt' } }),
      ({ needsReview }) => needsReview,
    );
    await goTo(page, 'Purchases');
    await page.getByRole('link', { name: 'in-doubt' }).click();
    await page.getByText('This purchase needs a decision').waitFor();
    await page.getByRole('button', { name: 'Settle purchase' }).click();
    await dialog.getByLabel('Not delivered: refund the purchase').check();
    await dialog.getByLabel('Evidence').fill('ticket 17: the provider says it never arrived');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Refund purchase' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await client.balance()).body.data).toMatchObject({ balance: '3500.50' });
    expect(await service.db.purchase.findFirstOrThrow({ where: { requestRef: 'in-doubt' } })).toMatchObject({
      needsReview: false,
    });

    await goTo(page, 'Audit log');
    for (const note of ['seen on the statement', 'ticket 17: the provider says it never arrived'])
      await page.getByText(note).first().waitFor();
    await goTo(page, 'Books');
    await page.getByRole('button', { name: 'Verify the books' }).first().click();
    await page.getByText('The books are sound').waitFor();
    const held = await page.getByRole('region', { name: '33 checks hold' }).getByRole('listitem').allTextContents();
    expect(held.map((check) => check.slice(0, 4))).toEqual(held.map((check) => check.slice(0, 4)).toSorted());
    expect(held[0]).toMatch(/^A01 Every account has a wallet/);
  });

  testInFullRun('an operator gives an account a limit of its own; the page and the audit log show it', async () => {
    const [owner, operator] = [await service.addOwner(1_000), await service.addOperator()];
    const page = await service.signIn(operator, `/operator/accounts/${owner.accountId}`);
    await page.getByText('6,000 (default)').waitFor();
    await page.getByRole('button', { name: 'Change limits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Purchases').fill('many');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await dialog.getByText('must be a whole number from 1 to 1000000').waitFor();
    await dialog.getByLabel('Purchases').fill('12,000');
    await dialog.getByRole('button', { name: 'Change limits' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('12,000', { exact: true }).waitFor();
    expect(await page.getByText('300 (default)').count()).toBe(2);
    await goTo(page, 'Audit log');
    await page.getByText('Limits: none → purchases 12000').waitFor();
    await page.getByLabel('Search').fill(operator.email);
    await page.getByLabel('About').selectOption('account');
    await page.getByText('session.begin').first().waitFor({ state: 'detached' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('account.limits');
  });

  testInFullRun(
    'an operator funds the account whose payment reference stands in the narration of a transfer',
    async () => {
      const [owner, operator] = [await service.addOwner(1), await service.addOperator()];
      const { name, paymentReference } = await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
      const page = await service.signIn(operator);
      await goTo(page, 'Accounts');
      await page.getByRole('button', { name: 'Fund by payment reference' }).click();
      const dialog = page.getByRole('dialog');
      const typed = dialog.getByLabel('Payment reference');
      const find = () => dialog.getByRole('button', { name: 'Find account' }).click();
      await typed.fill('TUP-7K2MWR');
      await find();
      await dialog.getByText('The payment reference TUP-7K2MWR has a typing error.').waitFor();
      await typed.fill(paymentReference.replace('-', ' ').toLowerCase());
      await find();
      await dialog.getByRole('link', { name, exact: true }).waitFor();
      await dialog.getByLabel('Amount in naira').fill('50');
      await dialog.getByLabel('Bank reference').fill('bank-2');
      await dialog.getByLabel('Note').fill('seen on the statement');
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByText(`will be added to the wallet of ${name}`).waitFor();
      await dialog.getByRole('button', { name: 'Add money' }).click();
      await dialog.getByText('₦50.00 added').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });

      await page.getByLabel('Name, ID or payment reference').fill(paymentReference);
      await page.getByRole('row', { name: new RegExp(`${name}.*₦51\\.00`) }).waitFor();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(paymentReference, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Set threshold' }).click();
      await dialog.getByLabel('Threshold in naira').fill('1,000');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('₦1,000.00').waitFor();
    },
  );

  test('an operator closes a service by hand, which nothing preselects, and opens it again', async () => {
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Providers');
    await page.getByText('No closed services').waitFor();
    await page.getByRole('button', { name: 'Close service' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('ticket 21');
    expect([await dialog.getByLabel('Provider').inputValue(), await dialog.getByLabel('Service').inputValue()]).toEqual(
      ['', ''],
    );
    await dialog.getByLabel('Reason').press('Enter');
    expect(await service.db.providerSwitch.count()).toBe(0);
    await dialog.getByLabel('Provider').selectOption('vtpass');
    await dialog.getByLabel('Service').selectOption('All services');
    await dialog.getByText(/It got no orders in the last hour|Airtime: \d+ orders? in the last hour/).waitFor();
    await dialog.getByLabel('Service').selectOption('startimes');
    await dialog.getByRole('button', { name: 'Close service' }).click();
    await page
      .getByRole('row', { name: /StarTimes.*VTpass.*Stopped.*Closed until an operator opens it.*ticket 21/ })
      .waitFor();
    expect(await service.db.providerSwitch.findMany()).toMatchObject([
      { provider: 'vtpass', breaker: 'startimes', reason: 'ticket 21' },
    ]);
    await page.getByRole('button', { name: 'Open' }).click();
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.getByText('No closed services').waitFor();

    const avoided = { provider: 'vtpass', breaker: 'mtn', reason: 'failing', state: 'open', since: new Date() };
    await service.db.providerBreaker.create({ data: { process: 'worker@x:1', ...avoided } });
    await page.reload();
    await page.getByRole('row', { name: /MTN airtime.*VTpass.*Avoided.*Nothing is stopped/ }).waitFor();
  });

  testInFullRun('an operator tells clients of a service why it fails, and takes that back', async () => {
    const owner = await service.addOwner(1_000);
    await (await service.sellerFor(owner.accountId)).buyAirtime({ ref: 'sold', amount: 100 });
    const page = await service.signIn(await service.addOperator());
    await goTo(page, 'Providers');
    await page.getByRole('button', { name: 'Announce' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Service').selectOption('MTN airtime');
    await dialog.getByLabel('Message').fill('MTN works on its systems.');
    await dialog.getByLabel('Until (Lagos time)').fill('2020-01-01T09:30');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Announce' }).click();
    await dialog.getByText('The end of a message must be in the future.').waitFor();
    await dialog.getByLabel('Until (Lagos time)').fill('2100-01-01T09:30');
    await dialog.getByRole('button', { name: 'Announce' }).click();
    await page.getByRole('row', { name: /MTN airtime.*MTN works on its systems\..*1 Jan 2100, 09:30/ }).waitFor();

    const client = await service.signIn(owner);
    const status = client.getByRole('region', { name: 'Service status' });
    await status.getByRole('row', { name: /MTN airtime.*MTN works on its systems\./ }).waitFor();
    expect(await axeViolations(client)).toEqual([]);

    await page.getByRole('button', { name: 'Withdraw the message about MTN airtime' }).click();
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('MTN works on its systems.').waitFor({ state: 'detached' });
    await client.reload();
    await heading(client, 'Overview');
    await client.getByRole('region', { name: 'Recent purchases' }).waitFor();
    expect(await status.count()).toBe(0);
  });

  testInFullRun('an operator sees why a data plan is on hold, and sells it again', async () => {
    const { id } = await service.db.dataPlan.create({
      data: {
        planId: 'risen-1gb',
        network: 'MTN',
        name: 'MTN 1 GB, 1 day',
        planName: '1 GB',
        validity: '1 day',
        providerService: 'mtn-data',
        providerCode: 'risen-1gb',
        costKobo: 10_000n,
      },
    });
    const facts = { reference: 'order-1', price: '110.00', cost: '960.00' };
    await service.db.planStop.create({ data: { dataPlanId: id, reason: 'sold_below_cost', facts } });
    const page = await service.signIn(await service.addOperator(), '/operator/catalogue?onHold=true');
    const hold = page.getByRole('row', {
      name: /MTN 1 GB.*All.*A sale cost more than its price.*Cost: ₦960\.00.*Reference: order-1/,
    });
    await hold.getByRole('link', { name: 'View price' }).click();
    await page.getByRole('row', { name: /MTN 1 GB.*On hold.*100\.00.*110\.00/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('risen-1gb');
    await hold.getByRole('button', { name: 'Resume MTN 1 GB, 1 day' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume plan' }).click();
    await hold.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /MTN 1 GB.*For sale/ }).waitFor();
    await goTo(page, 'Audit log');
    await page.getByText('plan.resume').waitFor();
  });

  testInFullRun('an operator chooses between the purchases of two accounts with one reference', async () => {
    const owners = [await service.addOwner(1_000), await service.addOwner(1_000)];
    for (const { accountId } of owners)
      await (await service.sellerFor(accountId)).buyAirtime({ ref: 'of-both', amount: 100 });
    const page = await service.signIn(await service.addOperator(), '/operator/purchases/of-both');
    await page.getByText('Several accounts have a purchase with this reference').waitFor();
    const links = page.getByRole('link', { name: 'of-both' });
    await links.first().waitFor();
    expect(await links.count()).toBe(2);
    const href = `/operator/purchases/of-both?account=${owners[1]?.accountId}`;
    await page.locator(`a[href="${href}"]`).click();
    await page.getByRole('region', { name: 'Timeline' }).waitFor();
    expect(new URL(page.url()).search).toBe(`?account=${owners[1]?.accountId}`);
  });
});
