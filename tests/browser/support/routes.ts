import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROUTER = path.join(__dirname, '../../../apps/dashboard/web/src/router.tsx');
const PATH = /\b(?:path: |page\(\s*\w+,\s*)'([^']+)'/g;
const ALL = [...readFileSync(ROUTER, 'utf8').matchAll(PATH)].map(([, route = '']) => route);

/** These need nobody signed in; the last sends everybody on but who must set up a second factor. */
const OF_GUESTS = ['/sign-in', '/forgot', '/set-password', '/enrol'];
const others = ALL.filter((route) => !OF_GUESTS.includes(route));

/** The addresses of the pages as router.tsx has them, with the names of their parameters, by who can open them. */
export const ROUTES = {
  guest: OF_GUESTS,
  owner: others.filter((route) => !route.startsWith('/operator')),
  operator: others.filter((route) => route.startsWith('/operator')),
};
