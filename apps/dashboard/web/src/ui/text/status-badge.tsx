import { Badge } from '@mantine/core';
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
  CatalogueRow,
  DeliveryState,
  MappingStatus,
  PurchaseStatus,
} from '@topup/dashboard-contract';
import classes from './status-badge.module.css';

type Tone = 'good' | 'bad' | 'waiting' | 'neutral';
export type Look = { word: string; icon: Icon; tone: Tone };

export type Status =
  | PurchaseStatus
  | DeliveryState
  | ApprovalState
  | CatalogueRow['state']
  | MappingStatus
  | 'active'
  | 'suspended'
  | 'revoked'
  | 'expired'
  | 'review'
  | 'invited'
  | 'sound'
  | 'unsound'
  | 'running'
  | 'finished'
  | 'broken_off'
  | 'stopped'
  | 'trying'
  | 'avoided';

const LOOKS: Record<Status, Look> = {
  initiated: { word: 'Pending', icon: IconClock, tone: 'waiting' },
  pending: { word: 'Pending', icon: IconClock, tone: 'waiting' },
  success: { word: 'Successful', icon: IconCheck, tone: 'good' },
  failed: { word: 'Failed · refunded', icon: IconX, tone: 'bad' },
  refunded: { word: 'Refunded', icon: IconArrowBackUp, tone: 'bad' },
  queued: { word: 'Queued', icon: IconHourglass, tone: 'waiting' },
  sending: { word: 'Sending', icon: IconSend, tone: 'waiting' },
  delivered: { word: 'Delivered', icon: IconCheck, tone: 'good' },
  undelivered: { word: 'Failed', icon: IconX, tone: 'bad' },
  active: { word: 'Active', icon: IconCheck, tone: 'good' },
  suspended: { word: 'Suspended', icon: IconPlayerPause, tone: 'bad' },
  revoked: { word: 'Revoked', icon: IconX, tone: 'neutral' },
  expired: { word: 'Expired', icon: IconClock, tone: 'neutral' },
  review: { word: 'Needs review', icon: IconAlertTriangle, tone: 'bad' },
  invited: { word: 'Invited', icon: IconClock, tone: 'waiting' },
  sound: { word: 'Balanced', icon: IconCheck, tone: 'good' },
  unsound: { word: 'Not balanced', icon: IconAlertTriangle, tone: 'bad' },
  running: { word: 'Running', icon: IconClock, tone: 'waiting' },
  finished: { word: 'Finished', icon: IconCheck, tone: 'neutral' },
  broken_off: { word: 'Interrupted', icon: IconX, tone: 'bad' },
  stopped: { word: 'Stopped', icon: IconPlayerPause, tone: 'bad' },
  trying: { word: 'Retrying', icon: IconClock, tone: 'waiting' },
  avoided: { word: 'Avoided', icon: IconAlertTriangle, tone: 'waiting' },
  for_sale: { word: 'For sale', icon: IconCheck, tone: 'good' },
  below_cost: { word: 'Below cost', icon: IconAlertTriangle, tone: 'bad' },
  withdrawn: { word: 'Withdrawn', icon: IconPlayerPause, tone: 'neutral' },
  announced: { word: 'Announced', icon: IconClock, tone: 'waiting' },
  proposed: { word: 'Proposed', icon: IconClock, tone: 'waiting' },
  confirmed: { word: 'Confirmed', icon: IconCheck, tone: 'good' },
  rejected: { word: 'Rejected', icon: IconX, tone: 'neutral' },
  requested: { word: 'Open', icon: IconClock, tone: 'waiting' },
  approved: { word: 'Approved', icon: IconCheck, tone: 'good' },
  declined: { word: 'Declined', icon: IconX, tone: 'bad' },
  cancelled: { word: 'Cancelled', icon: IconArrowBackUp, tone: 'neutral' },
  gone: { word: 'Discontinued', icon: IconX, tone: 'neutral' },
};

/** A state as an icon and a word. The colour adds no information. */
export function StatusBadge({ status }: { status: Status }) {
  return <LookBadge {...LOOKS[status]} />;
}

/** The same with a word of its own. */
export function LookBadge({ word, icon: StatusIcon, tone }: Look) {
  return (
    <Badge
      variant="default"
      className={classes.badge}
      data-tone={tone}
      leftSection={<StatusIcon size={13} stroke={2.5} aria-hidden className={classes.icon} />}
    >
      {word}
    </Badge>
  );
}
