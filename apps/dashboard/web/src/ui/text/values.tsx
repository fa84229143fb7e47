import { Badge, Box, Text, type TextProps, Tooltip, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglass,
  IconPlayerPause,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type {
  ApprovalState,
  Availability,
  CatalogueRow,
  Facts as Changes,
  ClaimRow,
  DeliveryState,
  MappingStatus,
  PurchaseStatus,
  TransferRow,
} from '@topup/dashboard-contract';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { changedFacts } from '../../format/changed-facts';
import { formatNaira, formatSignedNaira } from '../../format/naira';
import { formatBriefClock, formatClock, formatRelativeTime, formatTime } from '../../format/time';
import { zoneShort } from '../../format/zone';
import { Panel } from '../page/page';
import classes from './values.module.css';

type Props = TextProps & {
  /** Naira text, as the server writes it: "1250.00". */
  amount: string;
  /** Shows a plus before a credit, and colours it. */
  signed?: boolean;
  /** Colours an amount below zero, such as a margin that is a loss. */
  gain?: boolean;
  /** It is a change of what we pay: more is bad, and less is good. */
  cost?: boolean;
};

export function Money({ amount, signed = false, gain = false, cost = false, ...text }: Props) {
  const words = signed || cost ? formatSignedNaira(amount) : formatNaira(amount);
  const isMinus = amount.startsWith('-');
  return (
    <Text
      component="span"
      inherit
      className={classes.money}
      data-in={(cost ? isMinus : words.startsWith('+')) || undefined}
      data-loss={(cost ? words.startsWith('+') : gain && isMinus) || undefined}
      {...text}
    >
      {words}
    </Text>
  );
}

/** Where a line is narrow: times without seconds, and without the year if it is the present one. */
export const BriefTimes = createContext(false);

/**
 * When something was or will be, and how long ago that is: "22 Nov 2026, 02:00:05 (3 min. ago)", in the zone of the
 * pages. The zone is shown on hover and touch, and read by screen readers.
 */
export function When({ at, never = 'never' }: { at: string | null; never?: string }) {
  const brief = useContext(BriefTimes);
  if (at === null) return <Dimmed>{never}</Dimmed>;
  return (
    <Tooltip label={formatTime(at)} events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at}>
        <span className={classes.exact}>
          {brief ? formatBriefClock(at) : formatClock(at)}
          <VisuallyHidden> {zoneShort(at)}</VisuallyHidden>
        </span>{' '}
        <Ago at={at} />
      </time>
    </Tooltip>
  );
}

/** "(3 min. ago)", beside the time itself. */
export function Ago({ at }: { at: string }) {
  return (
    <Text component="span" inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      ({formatRelativeTime(at, useNow())})
    </Text>
  );
}

type Tone = 'good' | 'bad' | 'waiting' | 'neutral';
export type Look = { word: string; icon: Icon; tone: Tone };

/** The states that the server names; the others are the pages' own words. */
type Named =
  | PurchaseStatus
  | DeliveryState
  | ApprovalState
  | CatalogueRow['state']
  | MappingStatus
  | Availability
  | ClaimRow['state']
  | TransferRow['state'];
export type Status = keyof typeof LOOKS;

const LOOKS = {
  initiated: { word: 'Pending', icon: IconClock, tone: 'waiting' },
  pending: { word: 'Pending', icon: IconClock, tone: 'waiting' },
  success: { word: 'Successful', icon: IconCheck, tone: 'good' },
  failed: { word: 'Failed · refunded', icon: IconX, tone: 'bad' },
  refunded: { word: 'Refunded', icon: IconArrowBackUp, tone: 'bad' },
  queued: { word: 'Queued', icon: IconHourglass, tone: 'waiting' },
  sending: { word: 'Sending', icon: IconSend, tone: 'waiting' },
  delivered: { word: 'Delivered', icon: IconCheck, tone: 'good' },
  undelivered: { word: 'Failed', icon: IconX, tone: 'bad' },
  no_url: { word: 'No URL', icon: IconX, tone: 'neutral' },
  active: { word: 'Active', icon: IconCheck, tone: 'good' },
  suspended: { word: 'Suspended', icon: IconPlayerPause, tone: 'bad' },
  revoked: { word: 'Revoked', icon: IconX, tone: 'neutral' },
  expired: { word: 'Expired', icon: IconClock, tone: 'neutral' },
  review: { word: 'Needs review', icon: IconAlertTriangle, tone: 'bad' },
  invited: { word: 'Invited', icon: IconClock, tone: 'waiting' },
  sound: { word: 'Sound', icon: IconCheck, tone: 'good' },
  unsound: { word: 'Unsound', icon: IconAlertTriangle, tone: 'bad' },
  running: { word: 'Running', icon: IconClock, tone: 'waiting' },
  finished: { word: 'Finished', icon: IconCheck, tone: 'neutral' },
  broken_off: { word: 'Interrupted', icon: IconX, tone: 'bad' },
  stopped: { word: 'Stopped', icon: IconPlayerPause, tone: 'bad' },
  trying: { word: 'Retrying', icon: IconClock, tone: 'waiting' },
  avoided: { word: 'Avoided', icon: IconAlertTriangle, tone: 'waiting' },
  available: { word: 'Available', icon: IconCheck, tone: 'good' },
  degraded: { word: 'Degraded', icon: IconAlertTriangle, tone: 'waiting' },
  unavailable: { word: 'Unavailable', icon: IconX, tone: 'bad' },
  for_sale: { word: 'For sale', icon: IconCheck, tone: 'good' },
  not_for_sale: { word: 'Not for sale', icon: IconPlayerPause, tone: 'neutral' },
  on_hold: { word: 'On hold', icon: IconPlayerPause, tone: 'bad' },
  below_cost: { word: 'Below cost', icon: IconAlertTriangle, tone: 'bad' },
  withdrawn: { word: 'Withdrawn', icon: IconPlayerPause, tone: 'neutral' },
  announced: { word: 'Announced', icon: IconClock, tone: 'waiting' },
  proposed: { word: 'Proposed', icon: IconClock, tone: 'waiting' },
  open: { word: 'Open', icon: IconClock, tone: 'waiting' },
  reversed: { word: 'Reversed', icon: IconArrowBackUp, tone: 'neutral' },
  confirmed: { word: 'Confirmed', icon: IconCheck, tone: 'good' },
  rejected: { word: 'Rejected', icon: IconX, tone: 'neutral' },
  requested: { word: 'Open', icon: IconClock, tone: 'waiting' },
  approved: { word: 'Approved', icon: IconCheck, tone: 'good' },
  declined: { word: 'Declined', icon: IconX, tone: 'bad' },
  cancelled: { word: 'Cancelled', icon: IconArrowBackUp, tone: 'neutral' },
  credited: { word: 'Credited', icon: IconCheck, tone: 'good' },
  waiting: { word: 'Waiting', icon: IconClock, tone: 'waiting' },
  unassigned: { word: 'No account', icon: IconAlertTriangle, tone: 'bad' },
  dismissed: { word: 'Dismissed', icon: IconX, tone: 'neutral' },
  gone: { word: 'Discontinued', icon: IconX, tone: 'neutral' },
  draft: { word: 'Not confirmed', icon: IconHourglass, tone: 'neutral' },
  paused: { word: 'Paused', icon: IconPlayerPause, tone: 'bad' },
  done: { word: 'Finished', icon: IconCheck, tone: 'good' },
  refused: { word: 'Refused · not debited', icon: IconX, tone: 'bad' },
} satisfies Record<Named, Look> & Record<string, Look>;

/** The words of some states, for a filter. */
export const wordsOf = (...states: Status[]): Record<string, string> =>
  Object.fromEntries(states.map((state) => [state, LOOKS[state].word]));

const TONES: Record<Tone, string> = {
  good: 'light-dark(var(--mantine-color-teal-8), var(--mantine-color-teal-4))',
  bad: 'light-dark(var(--mantine-color-red-8), var(--mantine-color-red-4))',
  waiting: 'light-dark(var(--mantine-color-yellow-9), var(--mantine-color-yellow-4))',
  neutral: 'light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))',
};

/** A state as an icon and a word. The colour adds no information. */
export const StatusBadge = ({ status }: { status: Status }) => <LookBadge {...LOOKS[status]} />;

/** The same with a word of its own. A column is as wide as its widest badge: Mantine would truncate the badge. */
export const LookBadge = ({ word, icon: StatusIcon, tone }: Look) => (
  <Badge
    variant="default"
    fw={500}
    lts={0}
    tt="none"
    miw="max-content"
    style={{ flexShrink: 0 }}
    leftSection={<StatusIcon size={13} stroke={2.5} aria-hidden style={{ color: TONES[tone] }} />}
  >
    {word}
  </Badge>
);

/** A name and its value; false: a line that is left out. */
export type Fact = readonly [name: string, value: ReactNode] | false;

/** Names and values, one per line; on a phone the value is below its name. */
export function Facts({ rows }: { rows: Fact[] }) {
  const shown = rows.filter((row) => row !== false);
  return (
    <Box component="dl" m={0} display="grid" fz="sm">
      {shown.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
  );
}

/** A panel of facts. */
export const FactsPanel = ({ rows, ...panel }: { title: string; actions?: ReactNode; rows: Fact[] }) => (
  <Panel {...panel}>
    <Facts rows={rows} />
  </Panel>
);

/** Shows each fact that a change altered, with its old and its new value. Shows nothing when there are no facts. */
export function ChangedFacts({ before, after }: { before: Changes | null; after: Changes | null }) {
  const lines = changedFacts(before, after);
  if (lines.length === 0) return null;
  return (
    <Text inherit size="xs">
      {lines.join(' · ')}
    </Text>
  );
}

type SmallProps = TextProps & { under?: ReactNode; whole?: boolean; children: ReactNode };

/** The second line of a table's cell, if there is one. `under`: the first line. `whole`: it is not broken. */
export const Small = ({ under, whole = false, children, ...text }: SmallProps) => (
  <>
    {under}
    {children !== null && children !== false && (
      <Text span size="xs" c="dimmed" display="block" {...(whole && { style: { whiteSpace: 'nowrap' } })} {...text}>
        {children}
      </Text>
    )}
  </>
);

/** A sentence beside what it explains. */
export const Hint = (text: TextProps & { children: ReactNode }) => <Text size="sm" c="dimmed" {...text} />;

/** Words of less weight within a text. */
export const Dimmed = (text: { children: ReactNode }) => <Text component="span" inherit c="dimmed" {...text} />;

const STEP_MS = 5000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** The present time, updated every five seconds. The whole page shares one timer. */
export const useNow = (): number => useSyncExternalStore(listen, () => now);

function listen(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function start(): void {
  now = Date.now();
  timer = setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, STEP_MS);
}
