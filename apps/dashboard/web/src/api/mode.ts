const COOKIE = 'topup-mode';

type Mode = 'live' | 'test';

/** Whether the pages show the account or its test account. A cookie says it, so that downloads follow it too. */
export const currentMode = (): Mode => (document.cookie.split('; ').includes(`${COOKIE}=test`) ? 'test' : 'live');

/** Shows the other account, from its overview: nothing on the present page exists there. */
export function switchMode(mode: Mode): void {
  const age = mode === 'test' ? 365 * 86_400 : 0;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${COOKIE}=${mode}; Path=/; Max-Age=${age}; SameSite=Strict${secure}`;
  window.location.assign('/');
}
