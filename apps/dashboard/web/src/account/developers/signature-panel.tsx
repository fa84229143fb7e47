import { Anchor, Code, Stack, Text } from '@mantine/core';
import type { Delivery } from '@topup/dashboard-contract';
import { useMe } from '../../layout/use-me';
import { Panel } from '../../ui/page/panel';
import { Facts } from '../../ui/text/facts';

/** What a delivery was signed with, and how its receiver verifies that. */
export function SignaturePanel({ signedWith: { key, secrets } }: { signedWith: NonNullable<Delivery['signedWith']> }) {
  const { docsUrl } = useMe();
  const [secret, ...previous] = secrets;
  return (
    <Panel title="Signature">
      <Stack gap="sm">
        <Facts
          rows={[
            [
              'hash',
              <div key="hash">
                {key !== null && (
                  <>
                    Signed with the API key “{key.name}” <Code>{key.display}</Code>.{' '}
                  </>
                )}
                It is the SHA-256, in lowercase hex, of <Code>{'<API key>:<reference>'}</Code>. It covers only the
                reference.
              </div>,
            ],
            [
              'webhook-signature',
              secret === undefined ? (
                'None: you had no signing secret.'
              ) : (
                <div key="signature">
                  Signed with the secret <Code>{secret}</Code>
                  {previous.map((each) => (
                    <span key={each}>
                      {' '}
                      and the previous one <Code>{each}</Code>
                    </span>
                  ))}
                  . It is <Code>v1,</Code> and the base64 of HMAC-SHA256 over{' '}
                  <Code>{'<webhook-id>.<webhook-timestamp>.<body>'}</Code>. The HMAC key is the secret after whsec_,
                  decoded from base64. It covers the whole body, byte for byte.
                </div>
              ),
            ],
          ]}
        />
        <Text size="sm" c="dimmed">
          To verify an event, compute the same on your server and compare in constant time.{' '}
          <Anchor href={`${docsUrl}/#description/webhooks`} target="_blank" rel="noreferrer" inherit underline="always">
            Code and steps
          </Anchor>
        </Text>
      </Stack>
    </Panel>
  );
}
