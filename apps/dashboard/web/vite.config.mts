import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const HERE = import.meta.dirname;

/** What is loaded after the page: plots and messages. */
const LATE = /node_modules\/(@kurkle|chart\.js|react-chartjs-2|@mantine\/notifications)\/|\/bar-plot\.tsx/;
/** Parts of Mantine and our forms of them, which neither the overviews nor the frame of every page use: 12 kB. */
const LATER =
  /\/components\/(Checkbox|FileInput|Grid|PasswordInput|Progress|Radio|Tabs|Textarea)\/|\/ui\/form\/(action-form|dialog)\./;
const FRAME = /web\/src\/(api|format|layout|ui|operator\/approvals\/policy)/;
const OVERVIEW = /web\/src\/account\/(overview|transactions\/transaction-(columns|parts))/;
const inFirstLoad = (part: RegExp) => (id: string) => part.test(id) && !LATE.test(id) && !LATER.test(id);

/**
 * The pages are built into ../dist/web, where the dashboard's server finds them. During development Vite serves them,
 * and forwards /api to that server.
 */
export default defineConfig(({ mode }) => {
  const { DASHBOARD_URL: server = 'http://127.0.0.1:3004' } = loadEnv(mode, HERE, 'DASHBOARD_');
  // The server accepts changes only from its own origin.
  const proxied = { target: server, headers: { origin: new URL(server).origin } };
  return {
    root: HERE,
    plugins: [react()],
    server: { proxy: { '/api': proxied } },
    // The first browsers with light-dark(). A translation for older ones would break it: our scheme is Mantine's
    // attribute.
    build: {
      outDir: '../dist/web',
      emptyOutDir: true,
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      // Without these groups, each module that two pages share is a file: the first page took 78 requests.
      // A group takes along what its modules import, unless an earlier group has it.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'libraries', test: inFirstLoad(/node_modules\//), minShareCount: 2, priority: 1 },
              { name: 'frame', test: inFirstLoad(FRAME), minShareCount: 2 },
              { name: 'overview', test: OVERVIEW, minShareCount: 2 },
              { name: 'later', test: LATER },
              { name: 'operator', test: inFirstLoad(/web\/src\/operator\//), minShareCount: 2 },
              { name: 'account', test: inFirstLoad(/web\/src\/(account|auth)\//), minShareCount: 2 },
            ],
          },
        },
      },
    },
  };
});
