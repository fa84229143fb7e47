import { Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { formatClock, formatRelativeTime, formatTime } from '../../format/time';
import { zoneShort } from '../../format/zone';
import { useNow } from './use-now';
import classes from './when.module.css';

/**
 * When something was or will be, and how long ago that is: "22 Nov 2026, 02:00:05 (3 min. ago)", in the zone of the
 * pages. The zone is shown on hover and touch, and read by screen readers.
 */
export function When({ at, never = 'never' }: { at: string | null; never?: string }) {
  if (at === null)
    return (
      <Text component="span" inherit c="dimmed">
        {never}
      </Text>
    );
  return (
    <Tooltip label={formatTime(at)} events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at}>
        <span className={classes.exact}>
          {formatClock(at)}
          <VisuallyHidden> {zoneShort(at)}</VisuallyHidden>
        </span>{' '}
        <Ago at={at} />
      </time>
    </Tooltip>
  );
}

/** "(3 min. ago)", beside the time itself. */
export function Ago({ at }: { at: string }) {
  const now = useNow();
  return (
    <Text component="span" inherit c="dimmed" className={classes.ago}>
      ({formatRelativeTime(at, now)})
    </Text>
  );
}
