import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { axeViolations } from './support/axe';
import { describeWithBrowser } from './support/chromium';
import { createKey, goTo, heading, loaded } from './support/pages';
import { useDashboard } from './support/use-dashboard';

/** It has the same steps for readers of the documents. */
const GUIDE = path.join(__dirname, '../../docs/integrate/quick-start.md');

/** Returns the output of a program that a reader has copied, in the shell in which they have set the key. */
async function run(language: string, setting: string, program: string): Promise<string> {
  const command = language === 'curl' ? program : 'node --input-type=module --eval "$PROGRAM"';
  const env = { ...process.env, PROGRAM: program };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${setting}\n${command}`], { env });
  return stdout;
}

describeWithBrowser('a client tries things out with money, or takes test money for money', () => {
  const service = useDashboard();

  test('the switch shows the test account: its money, its keys, a reset, and back', async () => {
    const owner = await service.addOwner(1_000);
    const page = await service.signIn(owner, '/wallet');
    await page.getByText('₦1,000.00').first().waitFor();
    expect(await page.getByText('You’re in test mode.').count()).toBe(0);

    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('You’re in test mode.').waitFor();
    await goTo(page, 'Wallet');
    await heading(page, 'Wallet');
    await page.getByText('₦0.00').first().waitFor();
    await page.getByLabel('Amount in naira').fill('2500.50');
    await page.getByRole('button', { name: 'Add test money' }).click();
    await page.getByText('₦2,500.50').first().waitFor();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);

    const key = await createKey(page, 'Laptop');
    expect(key).toMatch(/^tup_test_/);
    const { body } = await service.apiOf(key).balance();
    expect(body.data).toMatchObject({ balance: '2500.50' });

    await goTo(page, 'Wallet');
    await page.getByRole('button', { name: 'Reset test account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset test account' }).click();
    await page.getByText('₦0.00').first().waitFor();
    await goTo(page, 'API keys');
    await page.getByRole('cell', { name: 'Laptop' }).first().waitFor();

    await page.getByRole('switch', { name: 'Test mode' }).click();
    await page.getByText('₦1,000.00').first().waitFor();
    expect(await page.getByText('You’re in test mode.').count()).toBe(0);
    await goTo(page, 'API keys');
    await loaded(page);
    expect(await page.getByRole('cell', { name: 'Laptop' }).count()).toBe(0);
  });

  test.each(['curl', 'Node.js'])('the quick start works for a second account as it is copied: %s', async (language) => {
    await service.addOwner(1);
    const page = await service.signIn(await service.addOwner(1), '/developers/quick-start');
    await page.getByRole('button', { name: 'Create test key' }).click();
    await page.getByText('tup_test_').waitFor();
    await page.getByText(language, { exact: true }).click();
    await loaded(page);
    expect(await axeViolations(page)).toEqual([]);

    const block = async (name: string) => (await page.getByRole('group', { name, exact: true }).textContent()) ?? '';
    const setting = await block('test key command');
    const [variable = '?'] = /export \w+=/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    expect(setting).toContain(variable);
    const signatures = page.getByRole('link', { name: 'check the signature in your language' });
    expect(await signatures.getAttribute('href')).toMatch(/\/docs\/verify-signatures$/);
    const copied = ['test money', 'purchase', 'status'];
    for (const what of copied) {
      const answer = await run(language, setting, await block(`${what} example`));
      expect(answer).toContain('success');
    }
    const again = await run(language, setting, await block('purchase example'));
    expect(again).toContain('with this request_ref was debited');
    await page.reload();
    await loaded(page);
    await page.getByText(language, { exact: true }).click();
    expect(await run(language, setting, await block('purchase example'))).toContain('successful');
  });
});
