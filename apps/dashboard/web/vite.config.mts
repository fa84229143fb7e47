import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

const HERE = import.meta.dirname;

/** The pages: built into ../dist/web, from where the dashboard's server serves them. While they are worked on, Vite serves them and hands /api on to that server. */
export default defineConfig(({ mode }) => {
  const { DASHBOARD_URL: server = 'http://127.0.0.1:3004' } = loadEnv(mode, HERE, 'DASHBOARD_');
  // The server takes changes from its own origin alone.
  const proxied = { target: server, headers: { origin: new URL(server).origin } };
  return {
    root: HERE,
    plugins: [react()],
    server: { proxy: { '/api': proxied, '/queues': proxied } },
    // What our styles need as they stand: light-dark(), which a translation for older browsers would break (their colours come from Mantine's attribute).
    build: {
      outDir: '../dist/web',
      emptyOutDir: true,
      target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
    },
  };
});
