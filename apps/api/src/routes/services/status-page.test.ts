import type { ServiceState } from '@topup/core/routing';
import { statusPage } from './status-page';

const SERVICE = { SERVICE_NAME: 'Ada & Sons', SUPPORT_CONTACT: 'help <a@b.c>' };
const now = new Date('2026-11-21T23:30:00.000Z');
const mtn: ServiceState = {
  ...{ productType: 'AIRTIME', service: 'mtn', state: 'unavailable', since: now },
  ...{ message: '<script>alert("x")</script> & more', messageUntil: now },
};

describe('the status page runs what an operator wrote, or promises what nobody keeps', () => {
  test('the message, the name and the contact are text', () => {
    const html = statusPage(SERVICE, [mtn], now);
    expect(html).not.toMatch(/<script|<a@b|Ada & Sons/);
    expect(html).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62; &#38; more');
    expect(html.match(/Ada &#38; Sons/g)).toHaveLength(2);
    expect(html).toContain('<p>Help: help &#60;a@b.c&#62;</p>');
  });

  test('it has no script and no style of its own, which its policy forbids', () => {
    expect(statusPage(SERVICE, [mtn], now)).not.toMatch(/<script|<style| style=| on[a-z]+=/);
  });

  test('a service without a contact promises no help', () => {
    expect(statusPage({ ...SERVICE, SUPPORT_CONTACT: undefined }, [mtn], now)).not.toContain('Help');
  });

  test.each<[string, ServiceState[]]>([
    ['Nothing is known yet.', []],
    ['Not everything is available.', [mtn]],
    ['No problem is known.', [{ ...mtn, state: 'available' }]],
  ])('it begins with: %s', (summary, states) => {
    expect(statusPage(SERVICE, states, now)).toContain(`<strong>${summary}</strong>`);
  });

  test('times are those of Lagos, and exact for programs', () => {
    expect(statusPage(SERVICE, [], now)).toContain('<time datetime="2026-11-21T23:30:00.000Z">2026-11-22 00:30</time>');
  });
});
