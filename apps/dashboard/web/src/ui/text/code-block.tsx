import { Box } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button';

/** Code, or an HTTP message as it was sent. `what` names it: "request body". */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Box className={classes.block}>
      {/* A scrollable region must be reachable by keyboard. */}
      <Box component="section" className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>{code}</pre>
      </Box>
      <Box className={classes.copy}>
        <CopyButton text={code} what={what} />
      </Box>
    </Box>
  );
}
