import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { absoluteText, relativeText } from '../../format/time';
import { useNow } from './use-now';
import classes from './when.module.css';

/** How long ago something was, with the very moment on hover and focus, and in words for screen readers. */
export function When({ at, never = 'never' }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    );
  return (
    <Tooltip label={absoluteText(at)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the moment must be had without a mouse */}
      <time dateTime={at} tabIndex={0} className={classes.when}>
        {relativeText(at, now)}
        <VisuallyHidden> ({absoluteText(at)})</VisuallyHidden>
      </time>
    </Tooltip>
  );
}
