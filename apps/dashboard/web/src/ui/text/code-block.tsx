import { Box } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button';

/** Code or an answer as it went over the wire. `what` names it: "request body". */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Box className={classes.block}>
      {/* What can be scrolled must be reached by the keyboard. */}
      <Box component="section" className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>{code}</pre>
      </Box>
      <Box className={classes.copy}>
        <CopyButton text={code} what={what} />
      </Box>
    </Box>
  );
}
