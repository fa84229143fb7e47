// run.mjs <script> [arguments]: prepares the clone, then runs <script> in this same process. With the `exec` in
// package.json it is npm's own child, so a signal to npm reaches it. A shell between them would end and leave the
// service running. cmd.exe has no `exec`, and finds exec.cmd in its place.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [node, , script, ...args] = process.argv;

try {
  await prepare(script);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const target = path.resolve(root, script);
process.argv = [node, target, ...args];
await import(pathToFileURL(target).href);
