import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatRelativeTime, formatTime } from '../../format/time';
import { useNow } from './use-now';
import classes from './when.module.css';

/** How long ago something was. The exact time is shown on hover and focus, and read by screen readers. */
export function When({ at, never = 'never' }: { at: string | null; never?: string }) {
  const now = useNow();
  if (at === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    );
  return (
    <Tooltip label={formatTime(at)} events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the moment must be had without a mouse */}
      <time dateTime={at} tabIndex={0} className={classes.when}>
        {formatRelativeTime(at, now)}
        <VisuallyHidden> ({formatTime(at)})</VisuallyHidden>
      </time>
    </Tooltip>
  );
}
