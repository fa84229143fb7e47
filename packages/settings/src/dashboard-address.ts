import { optional, parsed, type Values } from '@topup/runtime/settings';
import { ports } from './process';

/** Where the dashboard is: the dashboard itself needs it, and ops writes links to it. */
export const dashboardAddress = {
  DASHBOARD_PORT: ports.DASHBOARD_PORT,
  DASHBOARD_URL: optional(
    parsed(originOf),
    'Where users open the dashboard, such as `https://dashboard.example.com`. Plain http works only on this machine. Without it: `http://127.0.0.1:<DASHBOARD_PORT>`.',
  ),
};

/** The origin at which users open the dashboard, without a slash at the end. */
export function dashboardUrl({ DASHBOARD_URL, DASHBOARD_PORT }: Values<typeof dashboardAddress>): string {
  return DASHBOARD_URL ?? `http://127.0.0.1:${DASHBOARD_PORT}`;
}

/** A sign-in cookie moves money, so it travels over plain http only within this machine. */
function originOf(text: string): string {
  const { protocol, hostname, origin } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', hostname: '', origin: '' };
  if (!['https:', 'http:'].includes(protocol) || text.replace(/\/$/, '') !== origin)
    throw new Error('must be an origin such as https://dashboard.example.com, without a path');
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
    throw new Error('must be https, but for an address of this machine');
  return origin;
}
