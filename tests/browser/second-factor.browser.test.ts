import type { Page } from 'playwright-core';
import { totp } from '../journey/support/totp';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { PASSWORD } from './support/dashboard-world';
import { goTo, heading } from './support/pages';
import { useDashboard } from './support/use-dashboard';

describeWithBrowser('a second factor is hard to set up, or to give when it is asked for', () => {
  const service = useDashboard({ settings: { OPERATOR_FACTOR: 'required' } });

  /** Sets up two-factor authentication, from the button to the backup codes. @returns what the app has scanned */
  async function setUp(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    const answered = page.waitForResponse((response) => response.url().endsWith('/two-factor/enable'));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const { totpURI } = await (await answered).json();
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Enter the code from the app').fill(totp(totpURI));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Your backup codes').waitFor();
    return totpURI;
  }

  /** Makes every proof of a factor older than five minutes, and forgets which codes were used. */
  const passFiveMinutes = () =>
    service.db.$transaction([
      service.db.$executeRaw`SET LOCAL session_replication_role = replica`,
      service.db.$executeRaw`UPDATE dashboard_session SET factor_at = factor_at - interval '301 seconds'`,
      service.db.$executeRaw`UPDATE dashboard_two_factor SET last_step = NULL`,
    ]);

  test('an operator sets one up at the first sign-in, and is asked for a code before money moves', async () => {
    const [owner, operator] = [await service.addOwner(1_000), await service.addOperator()];
    const { name } = await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
    const page = await service.signInByForm(operator);
    await heading(page, 'Set up two-factor authentication');
    await page.goto('/operator/accounts');
    await heading(page, 'Set up two-factor authentication');
    const totpURI = await setUp(page);
    expect(await page.locator('code').count()).toBe(10);
    await page.getByRole('button', { name: 'Done, I’ve saved them' }).click();
    await heading(page, 'Overview');

    await passFiveMinutes();
    await goTo(page, 'Accounts');
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Fund wallet' }).click();
    const funding = page.getByRole('dialog', { name: /^Fund / });
    await funding.getByLabel('Amount in naira').fill('250');
    await funding.getByLabel('Bank reference').fill('bank-1');
    await funding.getByLabel('Note').fill('seen on the statement');
    await funding.getByRole('button', { name: 'Continue' }).click();
    await funding.getByRole('button', { name: 'Add money' }).click();
    const code = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await code.getByLabel('Code').fill('000000');
    await code.getByRole('button', { name: 'Confirm' }).click();
    await code.getByText('That code is wrong').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await code.getByLabel('Code').fill(totp(totpURI));
    await code.getByRole('button', { name: 'Confirm' }).click();
    await funding.getByText('₦250.00 added').waitFor();
    await code.waitFor({ state: 'detached' });
  });

  test('an owner is urged, sets one up, and requires it of a member, who must before anything else', async () => {
    const owner = await service.addOwner(1_000);
    const member = await service.addMember(owner.accountId);
    const [page, other] = [await service.signIn(owner), await service.signIn(member)];
    await heading(other, 'Overview');
    const urged = page.getByRole('alert').getByRole('link', { name: 'Set up two-factor authentication' });
    await urged.click();
    await heading(page, 'Security');
    const totpURI = await setUp(page);
    await page.getByRole('button', { name: 'Done, I’ve saved them' }).click();
    await urged.waitFor({ state: 'detached' });

    await passFiveMinutes();
    await goTo(page, 'Team');
    await page.getByRole('button', { name: 'Require for everyone' }).click();
    await page.getByRole('button', { name: 'Require', exact: true }).click();
    const code = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await code.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nothing was changed').waitFor();
    await page.getByRole('button', { name: 'Require', exact: true }).click();
    await code.getByLabel('Code').fill(totp(totpURI));
    await code.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Required. Everyone on the team').waitFor();

    await goTo(other, 'Wallet');
    await heading(other, 'Set up two-factor authentication');
    await setUp(other);
    await other.getByRole('button', { name: 'Done, I’ve saved them' }).click();
    await heading(other, 'Overview');
  });
});
