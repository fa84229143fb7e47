import type { Case } from './case';

const standbys = 'topup_database_standbys{instance="worker-1"}';
const lagOf = (standby: string) => `topup_database_standby_lag_bytes{standby="${standby}",instance="worker-1"}`;
const archive = 'topup_database_archive_wait_seconds{instance="worker-1"}';
const slot = 'topup_database_slot_retained_bytes{slot="reports",instance="worker-1"}';
const backup = (what: 'made' | 'verified') => `topup_backup_${what}_timestamp_seconds{instance="worker-1"}`;
const sound = 'topup_backup_sound{instance="worker-1"}';
const disk = (what: string, fstype = 'ext4') =>
  `node_filesystem_${what}_bytes{instance="db-1:9100",mountpoint="/var/lib/postgresql",fstype="${fstype}"}`;
const volume = (what: string) =>
  `kubelet_volume_stats_${what}_bytes{namespace="topup",persistentvolumeclaim="data-postgres-0"}`;

/** Of what promtool's clock, which begins at 0, says after 20 minutes. */
const ago = (seconds: number) => `${1_200 - seconds}x20`;

/** The database server, its disk and its backups. */
export const database: Case[] = [
  {
    alert: 'StandbyLost',
    firing: { [standbys]: '2x4 1x20' },
    summary: 'Fewer standbys follow the database server than within the last day. Now: 1.',
    quiet: { 'all there': { [standbys]: '2x20' }, 'back in time': { [standbys]: '2x4 1x8 2x20' }, none: {} },
    notYet: '14m',
  },
  {
    alert: 'StandbyLags',
    firing: { [lagOf('node2')]: '0x20', [lagOf('node3')]: '536870912x20' },
    labels: { standby: 'node3' },
    summary: 'The standby node3 is 512MiB of the log behind.',
    quiet: { little: { [lagOf('node3')]: '268435456x20' }, 'for a while': { [lagOf('node3')]: '536870912x4 0x20' } },
  },
  {
    alert: 'ArchiveLags',
    firing: { [archive]: '0x10 60+60x10' },
    summary: 'The log of the database has waited 10m 0s for its archive.',
    quiet: { none: { [archive]: '0x20' }, 'five minutes': { [archive]: '300x20' } },
    notYet: '16m',
  },
  {
    alert: 'SlotHoldsLog',
    firing: { [slot]: '21474836480x20' },
    labels: { slot: 'reports' },
    summary: 'The server keeps 20GiB of the log for the replication slot reports.',
    quiet: { little: { [slot]: '10737418240x20' } },
  },
  {
    alert: 'DiskFillsUp',
    firing: { [disk('avail')]: '10x20', [disk('size')]: '100x20' },
    labels: { instance: 'db-1:9100', mountpoint: '/var/lib/postgresql' },
    summary: '10% of the disk /var/lib/postgresql is free.',
    quiet: {
      'enough is free': { [disk('avail')]: '15x20', [disk('size')]: '100x20' },
      'it is no disk': { [disk('avail', 'tmpfs')]: '10x20', [disk('size', 'tmpfs')]: '100x20' },
      'a volume with room': { [volume('available')]: '15x20', [volume('capacity')]: '100x20' },
    },
  },
  {
    alert: 'BackupMissed',
    firing: { [backup('made')]: ago(93_660), [backup('verified')]: ago(60) },
    summary: 'No backup was made for 1d 2h 1m 0s: npm run ops -- backup run.',
    quiet: { '26 hours ago': { [backup('made')]: ago(93_600) }, 'made by others': {} },
  },
  {
    alert: 'BackupNotVerified',
    firing: { [backup('made')]: ago(60), [backup('verified')]: ago(691_260) },
    summary: 'No backup was verified for 8d 0h 1m 0s: npm run ops -- backup verify.',
    quiet: { 'eight days ago': { [backup('verified')]: ago(691_200) } },
  },
  {
    alert: 'BackupUnsound',
    firing: { [sound]: '0x20' },
    summary: 'The last verification found that the backup is not good.',
    quiet: { sound: { [sound]: '1x20' } },
  },
];
