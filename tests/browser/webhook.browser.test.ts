import { setWebhookUrl } from '@topup/core/account';
import { eventually } from '@topup/testkit';
import type { Page } from 'playwright-core';
import { describeWithBrowser } from './support/chromium';
import { heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const EVENTS = 11;

describeWithBrowser('deliveries fail and nobody is told, or they are resent one at a time', () => {
  const service = useDashboard();
  const banner = (page: Page) => page.getByText('Your webhook has been failing since');
  const rows = (page: Page) => page.getByRole('table', { name: 'Deliveries, newest first' }).locator('tbody tr');

  /** An owner whose receiver has answered 404 to the events of so many purchases. */
  async function failingOwner() {
    const owner = await service.addOwner(10_000);
    service.receiver.answerWith({ kind: 'answer', status: 404 });
    await setWebhookUrl(service.db, owner.accountId, service.receiver.url);
    const client = await service.sellerFor(owner.accountId, 'Signer');
    for (let n = 0; n < EVENTS; n += 1)
      expect((await client.buyAirtime({ ref: `failing-${n}`, amount: 100 })).status).toBe(200);
    await eventually(
      () => service.db.webhookEvent.count({ where: { accountId: owner.accountId, state: 'undelivered' } }),
      (count) => count === EVENTS,
    );
    return owner;
  }

  test('from the line on every page to all failed events resent, and the line is gone', async () => {
    const owner = await failingOwner();
    const page = await service.signIn(owner);
    await banner(page).waitFor();
    await eventually(
      () => service.db.mail.count({ where: { email: owner.email } }),
      (count) => count === 1,
      45_000,
    );
    await page.getByRole('link', { name: 'View deliveries' }).click();
    await heading(page, 'Webhook');
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByText('Failing', { exact: true }).waitFor();
    await status.getByText(`(0 of ${EVENTS})`).waitFor();
    await page.getByRole('region', { name: 'Signatures' }).getByRole('link', { name: 'Signer' }).waitFor();

    await rows(page).first().getByRole('link').click();
    await page.getByText('Your server responded with HTTP 404 and no body.').waitFor();
    await page.getByText('Signed with the API key “Signer”').waitFor();
    await loaded(page);
    const delivery = new URL(page.url()).pathname;

    service.receiver.answerWith({ kind: 'answer', status: 200, body: 'thanks' });
    await page.goto('/developers/webhook');
    await page.getByRole('button', { name: 'Resend failed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${EVENTS} events failed and have not arrived.`).waitFor();
    await dialog.getByRole('button', { name: `Resend ${EVENTS} events` }).click();
    const progress = page.getByRole('region', { name: 'Resend of failed events' });
    await progress.getByText(`${EVENTS} of ${EVENTS} done: ${EVENTS} delivered, 0 failed`).waitFor();
    await progress.getByText('Finished', { exact: true }).waitFor();
    await banner(page).waitFor({ state: 'detached' });
    await status.getByText(`${EVENTS} of ${2 * EVENTS} failed`).waitFor();
    expect(await status.getByText('Healthy').count()).toBe(0);
    await status.getByText(`50% (${EVENTS} of ${2 * EVENTS})`).waitFor();
    const resent = service.receiver.received.filter(({ body }) => String(body?.reference).startsWith('failing-'));
    const ids = resent.map(({ headers }) => headers['x-webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2 * EVENTS, EVENTS]);
    expect(await service.db.auditLog.count({ where: { action: 'delivery.resend_failed' } })).toBe(1);

    await page.getByRole('button', { name: 'Resend failed' }).click();
    await dialog.getByText('No events have failed since then.').waitFor();
    await page.keyboard.press('Escape');
    expect(await unusable(page, ['/developers/webhook', delivery])).toEqual([]);
  });

  test('a test event’s row says what its panel says, and revoking says who signs then', async () => {
    const owner = await failingOwner();
    service.receiver.answerWith({ kind: 'answer', status: 200 });
    const page = await service.signIn(owner, '/developers/webhook');
    await page.getByText('An https or http URL, which may be at a private address.').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('status').getByText('Delivered').waitFor();
    await rows(page).first().getByText('Delivered').waitFor({ timeout: 2_000 });

    await service.sellerFor(owner.accountId, 'Newer');
    await page.goto('/developers/keys');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Revoke the key Signer' }).click();
    await dialog.getByText('Your webhooks stay signed with “Newer”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke the key Newer' }).click();
    await dialog.getByText('When you revoke it, “Signer”').waitFor();
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('row', { name: /Signer.*Signs webhooks/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke the key Signer' }).click();
    await dialog.getByText('you have no other active key').waitFor();
  });
});
