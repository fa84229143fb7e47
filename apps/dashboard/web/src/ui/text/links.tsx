import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { currentMode } from '../../api/mode';
import { useMe } from '../../layout/use-me';

type Rest = { children?: ReactNode; ref?: Ref<HTMLAnchorElement> };

/** A link to another page, in a text or a table. */
export const TextLink = createLink(({ ref, ...props }: AnchorProps & Rest) => (
  <Anchor ref={ref} inherit={props.size === undefined} {...props} />
));

/** A link within a sentence, whose underline sets it off from the words around it. */
export const SentenceLink = createLink(({ ref, ...props }: AnchorProps & Rest) => (
  <Anchor ref={ref} inherit underline="always" {...props} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink(({ ref, ...props }: ButtonProps & Rest) => (
  <Button component="a" ref={ref} {...props} />
));

/** A link into the documents for clients, which opens beside the page. `at`: below their address. */
export const DocsLink = ({ at = '', children }: { at?: string; children: ReactNode }) => (
  <Anchor href={`${useMe().docsUrl}${at}`} target="_blank" rel="noreferrer" inherit underline="always">
    {children}
  </Anchor>
);

/** Leads to where the account pays to, or whom it asks for that; in test mode to where test money is added. */
export function WhereToPay() {
  return (
    <SentenceLink to="/wallet" hash="fund">
      {currentMode() === 'test' ? 'Add test money' : 'See where to pay'}
    </SentenceLink>
  );
}

/** The error code of a purchase that was refused for want of money. */
export const LACKS_MONEY = 'insufficient_balance';
