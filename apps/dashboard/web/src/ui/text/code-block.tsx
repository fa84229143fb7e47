import { Box } from '@mantine/core';
import classes from './code-block.module.css';
import { CopyButton } from './copy-button';

/** Code, or an HTTP message as it was sent. `what` names it: "request body". */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Box className={classes.block}>
      {/* What scrolls must be reachable by keyboard. It is no landmark: its panel is one. */}
      <Box role="group" className={classes.scroll} tabIndex={0} aria-label={what}>
        <pre className={classes.code}>{code}</pre>
      </Box>
      <Box className={classes.copy}>
        <CopyButton text={code} what={what} />
      </Box>
    </Box>
  );
}
