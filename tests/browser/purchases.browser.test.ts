import { switchApprovalsOff } from '@topup/testkit';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { goTo, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const REFUSED = '08000100001';

describeWithBrowser('nobody can tell why a purchase failed, where its money is, or what became of a claim', () => {
  const service = useDashboard();

  test('a client finds it by its word, and reads why, whether to try again, and the refund', async () => {
    const owner = await service.addOwner(1_000);
    const client = await service.sellerFor(owner.accountId);
    await client.buyAirtime({ ref: 'order-good', amount: 100 });
    await client.buyAirtime({ ref: 'order-bad', amount: 200, phone: REFUSED });
    const page = await service.signIn(owner, '/transactions');
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    await page.getByLabel('Search').fill('DER-GO');
    await page.getByRole('link', { name: 'order-bad' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    await page.getByLabel('Search').fill('no-such-part');
    await page.getByText('No matching purchases').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('link', { name: 'order-good' }).waitFor();
    const words = await page.getByLabel('Status').getByRole('option').allTextContents();
    expect(words).toEqual(['All', 'Pending', 'Successful', 'Failed · refunded', 'Refunded']);
    await page.getByLabel('Status').selectOption({ label: 'Failed · refunded' });
    await page.getByRole('link', { name: 'order-good' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'order-bad' }).click();

    await heading(page, '₦200.00 · MTN airtime');
    const why = page.getByRole('alert');
    await why.getByText('The provider could not complete the order.').waitFor();
    await why.getByText('Safe to try again with a new reference. If it fails again, check the number first.').waitFor();
    await why.getByText('₦200.00 was refunded. provider_rejected').waitFor();
    const payment = page.getByRole('region', { name: 'Payment' });
    expect(await payment.getByRole('term').allTextContents()).toEqual([
      ...['Amount', 'Balance before', 'Balance after', 'Refunded', 'Balance after refund'],
    ]);
    expect(await payment.getByRole('definition').allTextContents()).toEqual([
      ...['₦200.00', '₦900.00', '₦700.00', '+₦200.00', '₦900.00'],
    ]);
    expect(await page.content()).not.toMatch(/vtpass|\b016\b/i);
    expect(await unusable(page, ['/transactions/order-bad'])).toEqual([]);
  });

  test('an operator reads the same words with the codes, the answer masked, and one timeline', async () => {
    const owner = await service.addOwner(1_000);
    await (await service.sellerFor(owner.accountId)).buyAirtime({ ref: 'order-bad', amount: 200, phone: REFUSED });
    const page = await service.signIn(await service.addOperator());
    const path = `/operator/purchases/order-bad?account=${owner.accountId}`;
    await page.goto(path);
    await page.getByText('The provider could not complete the order.', { exact: true }).waitFor();
    await loaded(page);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('Refused by the provider.').waitFor();
    await timeline.getByText('failed · provider_rejected_016', { exact: true }).waitFor();
    await timeline.getByText('initiated · accepted', { exact: true }).waitFor();
    const attempt = page.getByRole('row', { name: /1\. VTpass/ });
    await attempt.getByText('No routing decision was needed.').waitFor();
    expect(await attempt.textContent()).toMatch(/Answer to the send, masked:HTTP 200, code: 016, .*, status: failed/);
    expect(await attempt.textContent()).not.toContain(REFUSED);
    expect(await page.getByText('None: only successful purchases earn').count()).toBe(1);
    await goTo(page, 'Purchases');
    await page.getByLabel('Status').selectOption({ label: 'Failed · refunded' });
    await page
      .getByRole('row', { name: /order-bad.*Failed · refunded/ })
      .first()
      .waitFor();
    expect(await unusable(page, [path])).toEqual([]);
  });

  test('an operator sees an exam PIN under its name, and in full only after a confirmation', async () => {
    const owner = await service.addOwner(10_000);
    const client = await service.sellerFor(owner.accountId);
    const { body } = await client.buy('EXAM_PIN', { ref: 'exam' });
    const { pins } = body.data as Record<string, string>;
    const page = await service.signIn(await service.addOperator(), '/operator/purchases/exam');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('PIN', { exact: true }).waitFor();
    await result.getByText(`************${pins?.slice(-4)}`).waitFor();
    await result.getByRole('button', { name: 'Show full PIN' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Show PIN' }).click();
    const shown = page.getByRole('dialog', { name: 'PIN of exam' });
    await shown.getByText(pins?.replace(/(\d{4})(?=\d)/g, '$1 ') ?? '', { exact: true }).waitFor();
    expect(await page.getByText(/token/i).count()).toBe(0);
  });

  test('a client claims what was not received; an operator proves the delivery of one, and refunds another', async () => {
    await switchApprovalsOff(service.db);
    const owner = await service.addOwner(1_000);
    const client = await service.sellerFor(owner.accountId);
    for (const ref of ['got-nothing', 'got-none']) await client.buyAirtime({ ref, amount: 100 });
    const note = 'No airtime came on 08031234567, and the balance of the SIM is still zero.';
    await client.call('POST', '/v1/transaction/claim', { request_ref: 'got-none', note });

    const page = await service.signIn(owner, '/transactions/got-nothing');
    await page.getByRole('button', { name: 'Report as not received' }).click();
    await page.getByRole('dialog').getByLabel('What does your customer say?').fill(note);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await page.getByText('Reported. This page shows our answer.').waitFor();
    const claim = page.getByRole('region', { name: 'Claim: not received' });
    await claim.getByText('Open', { exact: true }).waitFor();
    await claim.getByText(note).waitFor();
    expect(await page.getByRole('button', { name: 'Report as not received' }).count()).toBe(0);

    const console = await service.signIn(await service.addOperator());
    await goTo(console, 'Claims');
    await console
      .getByRole('row', { name: /got-none.*₦100\.00 ?Airtime.*Open.*No airtime came on \*{7}4567/ })
      .waitFor();
    await console.getByRole('link', { name: 'got-nothing' }).click();
    const { providerRef } = await service.db.purchase.findFirstOrThrow({ where: { requestRef: 'got-nothing' } });
    await console.getByRole('region', { name: 'Provider' }).getByText(String(providerRef), { exact: true }).waitFor();
    const claimed = console.getByRole('region', { name: 'Claim: not received' });
    const confirm = claimed.getByRole('button', { name: 'Confirm delivery' });
    const [state, button] = [
      await claimed.getByText('Open', { exact: true }).boundingBox(),
      await confirm.boundingBox(),
    ];
    expect(Number(button?.x) - Number(state?.x) - Number(state?.width)).toBeLessThan(32); // side by side
    await confirm.click();
    const dialog = console.getByRole('dialog');
    await dialog.getByLabel('Proof').fill('MTN, ticket 4713');
    expect(await axeViolations(console)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm delivery' }).click();
    await console.getByText('The claim is confirmed.').waitFor();
    await claimed.getByText('Confirmed', { exact: true }).waitFor();
    expect(await confirm.count()).toBe(0);

    await goTo(console, 'Claims');
    await console.getByRole('link', { name: 'got-none' }).click();
    await claimed.getByText('Open', { exact: true }).waitFor();
    await console.getByRole('button', { name: 'Settle purchase' }).click();
    await dialog.getByLabel('Not delivered: refund the purchase').check();
    await dialog.getByLabel('Evidence').fill('MTN has no such top-up');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'Refund purchase' }).click();
    await claimed.getByText('Reversed', { exact: true }).waitFor();
    await goTo(console, 'Claims');
    await console
      .getByRole('row', { name: /got-none.*Reversed.*still zero\. ?The purchase was reversed and refunded\./ })
      .waitFor();
    await console.getByRole('row', { name: /got-nothing.*Confirmed.*still zero\. ?MTN, ticket 4713/ }).waitFor();

    await page.reload();
    await claim.getByText('Confirmed', { exact: true }).waitFor();
    expect(await claim.getByRole('term').allTextContents()).toEqual(['Note', 'Filed', 'Answered', 'Answer']);
    await claim.getByText('MTN, ticket 4713').waitFor();
    await page.goto('/transactions/got-none');
    await claim.getByText('Reversed', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Payment' }).getByText('+₦100.00').waitFor();
    expect((await client.balance()).body.data).toMatchObject({ balance: '900.00' });
    expect(await unusable(console, ['/operator/purchases/got-nothing'])).toEqual([]);
  });
});
