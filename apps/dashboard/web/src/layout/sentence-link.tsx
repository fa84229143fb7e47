import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';

type Props = AnchorProps & { children?: ReactNode; ref?: Ref<HTMLAnchorElement> };

/** A link within a sentence: its underline sets it off from the words around it. */
export const SentenceLink = createLink(({ ref, ...props }: Props) => (
  <Anchor ref={ref} inherit underline="always" {...props} />
));
