import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { askForApproval, type ConsoleOperator, operatorAtWork } from './support/operators';
import { goTo, heading, loaded } from './support/pages';
import { unusable } from './support/usable';
import { useDashboard } from './support/use-dashboard';

const SECRET = randomUUID();
const COLLECTIONS = { COLLECTIONS: 'monnify', MONNIFY_CONTRACT_CODE: '0000000001' };
const newBvn = () => `222${String(randomInt(100_000_000)).padStart(8, '0')}`;

type Field = { validity: { patternMismatch: boolean } };

describeWithBrowser('money of a client comes in, and neither they nor an operator can see or decide on it', () => {
  const service = useDashboard({
    settings: COLLECTIONS,
    services: { ...COLLECTIONS, MONNIFY_CALLBACK_SECRET: SECRET },
  });

  /** A call of the sandbox's bank, which needs no key. */
  async function bank<T>(method: string, path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${service.sandbox.url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const pay = (account_number: string, amount: number, more: object = {}) =>
    bank<{ reference: string }>('POST', '/transfers', {
      account_number,
      amount,
      payer: 'ADA OBI',
      bank: 'GTBank',
      ...more,
    });
  const announceTo = (notice_url: string) => bank('PUT', '/knobs', { provider: 'monnify', notice_url });

  beforeAll(() => announceTo(`${service.apis[0]?.url}/callbacks/monnify/${SECRET}`));

  /** Asks for numbers on the page of the wallet. @returns the first */
  async function askForNumbers(page: Page, bvn: string): Promise<string> {
    await page.getByRole('button', { name: 'Get account numbers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Get account numbers' });
    await dialog.getByLabel('Your BVN, 11 digits').fill(bvn);
    await dialog.getByRole('button', { name: 'Get account numbers' }).click();
    const panel = page.getByRole('region', { name: 'Fund your wallet' });
    await panel.getByText('Wema bank').waitFor();
    return (await panel.locator('.numbers').first().textContent()) ?? '';
  }

  test('an owner gets numbers with a BVN, transfers, and the balance of the open page moves without a reload', async () => {
    const owner = await service.addOwner(1_000);
    const member = await service.addMember(owner.accountId);
    const page = await service.signIn(owner, '/wallet');
    const others = await service.signIn(member, '/wallet');
    await others.getByText('An owner of this account can get account numbers.').waitFor();
    expect(await others.getByRole('button', { name: 'Get account numbers' }).count()).toBe(0);
    const bvn = newBvn();
    const number = await askForNumbers(page, bvn);
    expect(number).toMatch(/^\d{10}$/);
    await page.getByRole('button', { name: 'Copy account number at Sterling bank' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(bvn);
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await unusable(page, ['/wallet'])).toEqual([]);

    await page.evaluate('globalThis.sameDocument = true');
    await page.getByText('₦1,000.00').first().waitFor();
    await pay(number, 2_500.5);
    await page.getByText('₦3,500.50').first().waitFor();
    await page.getByRole('row', { name: /From ADA OBI, GTBank.*Funding.*₦2,500\.50/ }).waitFor();
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
    await others.getByText('₦3,500.50').first().waitFor();
    await others.getByText(number).waitFor();
  });

  test('what is no BVN is not sent; what the collector refuses is said, and no number stays in the page', async () => {
    const [first, second] = [await service.addOwner(1_000), await service.addOwner(1_000)];
    const bvn = newBvn();
    await askForNumbers(await service.signIn(first, '/wallet'), bvn);
    const page = await service.signIn(second, '/wallet');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Get account numbers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Get account numbers' });
    const input = dialog.getByLabel('Your BVN, 11 digits');
    const ask = () => dialog.getByRole('button', { name: 'Get account numbers' }).click();
    await input.fill('2221234567');
    await ask();
    expect(await input.evaluate((field: Field) => field.validity.patternMismatch)).toBe(true);
    expect(sent).toEqual([]);

    await input.fill(bvn);
    await ask();
    await dialog.getByText('The collector has an account of this person under another reference').waitFor();
    expect(await input.inputValue()).toBe('');
    expect(await page.content()).not.toContain(bvn);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByLabel('NIN').check();
    await dialog.getByLabel('Your NIN, 11 digits').fill(newBvn());
    await ask();
    await dialog.waitFor({ state: 'detached' });
  });

  describe('in the console', () => {
    let ada: ConsoleOperator;
    beforeEach(async () => {
      ada = await operatorAtWork(service);
    });
    const row = (name: RegExp) => ada.page.getByRole('row', { name });
    const balance = async (accountId: string) =>
      (await service.db.wallet.findUniqueOrThrow({ where: { accountId } })).balanceKobo;

    test('money of nobody is shown with why, and is assigned or dismissed', async () => {
      const owner = await service.addOwner(1_000);
      const { name } = await service.db.account.findUniqueOrThrow({ where: { id: owner.accountId } });
      for (const [payer, kobo] of [
        ['OF NOBODY', 30_000n],
        ['NOT OURS', 40_000n],
      ] as const)
        await service.db.$executeRaw`
          SELECT record_collection('monnify', ${payer}, NULL, ${kobo}::bigint, NULL, 'paid', '', ${payer}, 'Wema', 100)`;
      await goTo(ada.page, 'Collections');
      await heading(ada.page, 'Collections');
      await row(/OF NOBODY.*No account.*It names none of our accounts/).waitFor();
      await loaded(ada.page);
      expect(await axeViolations(ada.page)).toEqual([]);
      expect(await unusable(ada.page, ['/operator/collections'])).toEqual([]);

      await row(/OF NOBODY/)
        .getByRole('button', { name: /^Assign/ })
        .click();
      const dialog = ada.page.getByRole('dialog');
      await dialog.getByLabel('Account').fill(name);
      await dialog.getByText('tier standard, has ₦1,000.00').waitFor();
      await dialog.getByLabel('Note').fill('they called');
      expect(await axeViolations(ada.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Credit this account' }).click();
      await row(/OF NOBODY.*Credited/).waitFor();
      expect(await balance(owner.accountId)).toBe(130_000n);

      await row(/NOT OURS/)
        .getByRole('button', { name: /^Dismiss/ })
        .click();
      await dialog.getByLabel('Why no wallet gets it').fill('sent back');
      await dialog.getByRole('button', { name: 'Dismiss' }).click();
      await row(/NOT OURS.*Dismissed.*sent back/).waitFor();
    });

    test('a large transfer waits, and is confirmed by two', async () => {
      const owner = await service.addOwner(1_000);
      const wallet = await service.signIn(owner, '/wallet');
      await pay(await askForNumbers(wallet, newBvn()), 1_500_000, { payer: 'LARGE ONE' });
      await ada.page.goto('/operator/collections');
      await row(/LARGE ONE.*₦1,500,000\.00.*Waiting.*Above the most that is credited without a person/).waitFor();
      await wallet.getByText('An operator must confirm').waitFor();
      await wallet.getByText(/₦1,500,000\.00 from LARGE ONE/).waitFor();
      const dialog = ada.page.getByRole('dialog');
      await row(/LARGE ONE/)
        .getByRole('button', { name: /^Confirm/ })
        .click();
      await dialog.getByLabel('Note').fill('the bank has it');
      await dialog.getByRole('button', { name: 'Credit the account' }).click();
      const approval = await askForApproval(ada.page, 'line 7');
      await (await operatorAtWork(service)).approve(approval);
      await row(/LARGE ONE.*Credited/).waitFor();
      await wallet.getByText('₦1,501,000.00').first().waitFor();
    });

    test('a transfer that was taken back is a finding, and its wallet is corrected by two', async () => {
      const owner = await service.addOwner(1_000);
      const wallet = await service.signIn(owner, '/wallet');
      const { reference } = await pay(await askForNumbers(wallet, newBvn()), 700);
      await wallet.getByText('₦1,700.00').first().waitFor();
      const dialog = ada.page.getByRole('dialog');
      await bank('PUT', `/transfers/${encodeURIComponent(reference)}`, { status: 'REVERSED' });
      await service.db
        .$executeRaw`INSERT INTO collection_notice (collector, reference) VALUES ('monnify', ${reference})`;
      await goTo(ada.page, 'Reconciliation');
      const found = row(/Transfer taken back.*Transfers.*₦700\.00/);
      await found.waitFor();
      expect(await axeViolations(ada.page)).toEqual([]);
      await found.getByRole('button', { name: /^Correct wallet/ }).click();
      expect(await dialog.getByLabel('Amount in naira').inputValue()).toBe('700.00');
      expect(await dialog.getByLabel('Allow a negative balance').isChecked()).toBe(true);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      const correction = await askForApproval(ada.page, 'taken back');
      await (await operatorAtWork(service)).approve(correction);
      await wallet.getByText('₦1,000.00').first().waitFor();
      await found.getByRole('button', { name: /^Resolve/ }).click();
      await dialog.getByText('The payer took ₦700.00 back').waitFor();
      await dialog.getByLabel('Evidence').fill('adjusted');
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await row(/Transfer taken back.*Explained by .*: adjusted/).waitFor();
    });

    test('a file of the bank is imported and confirmed at the total that is shown; the collector is turned off', async () => {
      const { accountId } = await service.addOwner(1_000);
      const { paymentReference } = await service.db.account.findUniqueOrThrow({ where: { id: accountId } });
      await ada.page.goto('/operator/collections');
      await ada.page.getByRole('button', { name: 'Import bank file' }).click();
      const dialog = ada.page.getByRole('dialog', { name: 'Import a file of your bank' });
      const lines = [
        'Date,Narration,Debit,Credit',
        `2026-11-20 09:00,NIP ${paymentReference},,500`,
        '2026-11-20 09:01,Fee,5,',
      ];
      await dialog.locator('input[type=file]').setInputFiles({
        name: 'bank.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(lines.join('\n')),
      });
      expect(await dialog.getByLabel('Credit', { exact: true }).inputValue()).toBe('Credit');
      expect(await axeViolations(ada.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.getByText('1 transfer listed.').waitFor();
      expect(await axeViolations(ada.page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await row(/NIP .*₦500\.00.*Waiting.*From a file of our bank/).waitFor();
      await ada.page.getByRole('button', { name: 'Confirm 1 matched transfer' }).click();
      const all = ada.page.getByRole('dialog');
      await all.getByText('₦500.00').waitFor();
      await all.getByLabel('Note').fill('the statement of Friday');
      await all.getByRole('button', { name: 'Credit all' }).click();
      await row(/NIP .*₦500\.00.*Credited/).waitFor();
      expect(await balance(accountId)).toBe(150_000n);

      await ada.page.getByRole('button', { name: 'Change limits' }).click();
      await all.getByLabel('Off: every transfer waits for an operator').check();
      await all.getByLabel('Note').fill('an incident');
      await all.getByRole('button', { name: 'Change limits' }).click();
      await all.waitFor({ state: 'detached' });
      await ada.page.getByText('Off: every transfer waits', { exact: true }).waitFor();
      await ada.page.getByRole('button', { name: 'Change limits' }).click();
      await all.getByLabel('On', { exact: true }).check();
      await all.getByLabel('Note').fill('it is over');
      await all.getByRole('button', { name: 'Change limits' }).click();
      await all.getByText('Approval requested.').waitFor();
      await ada.page.getByText('Off: every transfer waits', { exact: true }).waitFor();
    });
  });
});
