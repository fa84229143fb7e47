import './print.css';
import { Button, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { currentMode } from '../../api/mode';
import { formatTime } from '../../format/time';
import { zoneText } from '../../format/zone';
import { SERVICE } from '../../layout/service';
import { useMe } from '../../layout/use-me';

/** Prints the page, by the browser's dialog. */
export function PrintButton() {
  return (
    <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => globalThis.print()}>
      Print
    </Button>
  );
}

/** Whose paper it is. In test mode it says that nothing was paid or delivered. */
export function useOwner(): string {
  const { account } = useMe();
  return currentMode() === 'test' ? `${account?.name}: test money` : (account?.name ?? '');
}

/** The foot of a page on paper, and on no screen: the account, the zone of its times, and when it was printed. */
export function PaperFoot() {
  const { account } = useMe();
  return (
    <Text className="paper-only" size="xs">
      Issued by {SERVICE.name}. {SERVICE.support !== null && `Help: ${SERVICE.support}. `}
      Account ID {account?.id}. Times are in {zoneText()}. Printed {formatTime(new Date().toISOString())}.
    </Text>
  );
}
