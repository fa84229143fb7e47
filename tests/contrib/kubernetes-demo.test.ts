import path from 'node:path';
import { describeIf } from '@topup/testkit';
import { faultsOf, productionChecks } from '../kubernetes/checks';
import { isKubectlThere, render } from '../kubernetes/manifests';

const DEMO = path.join(__dirname, '../../deploy/contrib/kubernetes-demo');

describeIf(isKubectlThere(), 'the demo promises what the service does not hold', 'there is no kubectl', () => {
  test('it passes every check, with secrets that everybody can read', () => {
    const demo = render(DEMO);
    expect(faultsOf(demo, true)).toEqual([]);
    expect(productionChecks.noSecrets(demo)).not.toEqual([]);
  });
});
