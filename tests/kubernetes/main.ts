import { faultsOf } from './checks';
import { render } from './manifests';
import { connectionsOf } from './number-checks';

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  process.stderr.write('usage: npm run check -- --kubernetes <directory with kustomization.yaml>\n');
  process.exit(2);
}
const manifests = render(directory);
const faults = faultsOf(manifests, /(^|[/-])demo\/?$/.test(directory));
for (const fault of faults) process.stdout.write(`${fault}\n`);
const connections = `at most ${connectionsOf(manifests)} connections to PostgreSQL`;
process.stdout.write(`${manifests.length} objects, ${connections}, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
