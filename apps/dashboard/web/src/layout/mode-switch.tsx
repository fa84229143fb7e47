import { Box, Switch, VisuallyHidden } from '@mantine/core';
import { currentMode, switchMode } from '../api/mode';

/** Shows the test account in place of the live one. */
export function ModeSwitch() {
  const inTest = currentMode() === 'test';
  return (
    <Switch
      label={
        <>
          Test
          <Box component="span" visibleFrom="sm">
            {' mode'}
          </Box>
          <VisuallyHidden component="span" hiddenFrom="sm">
            {' mode'}
          </VisuallyHidden>
        </>
      }
      size="sm"
      color="orange.8"
      checked={inTest}
      onChange={() => switchMode(inTest ? 'live' : 'test')}
      styles={{ body: { alignItems: 'center' }, label: { whiteSpace: 'nowrap' } }}
    />
  );
}
