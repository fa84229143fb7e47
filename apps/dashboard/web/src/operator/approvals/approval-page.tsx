import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ApprovalDetail } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';
import { sentenceCase } from '../../format/field-label';
import { Loaded } from '../../ui/page/loaded';
import { Page } from '../../ui/page/page';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';
import { TextLink } from '../../ui/text/links';
import { APPROVAL_KINDS, decisionFacts, requestFacts, stepFacts } from './approval-facts';
import { Decide } from './decide';

export default function ApprovalPage() {
  const { id } = useParams({ from: '/shell/operators/operator/approvals/$id' });
  const approval = useQuery(thingQuery<ApprovalDetail>(`/api/operator/approvals/${id}`, { poll: true }));
  const { data } = approval;
  return (
    <Page
      title={data === undefined ? 'Approval' : APPROVAL_KINDS[data.kind]}
      about={<TextLink to="/operator/approvals">All approvals</TextLink>}
      actions={data !== undefined && <Decide approval={data} />}
    >
      <Loaded query={approval} height={480}>
        {(known) => (
          <>
            <Panel title="Requested change">
              <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
                {sentenceCase(known.sentence)}.
              </Text>
              <Facts rows={stepFacts(known)} />
            </Panel>
            <Panel title="Request">
              <Facts rows={requestFacts(known)} />
            </Panel>
            {known.decidedAt !== null && (
              <Panel title="Decision">
                <Facts rows={decisionFacts(known)} />
              </Panel>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
