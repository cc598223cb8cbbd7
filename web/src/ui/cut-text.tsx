import { Tooltip } from '@mantine/core';
import { useState } from 'react';
import classes from './cut-text.module.css';

type Props = { children: string; className?: string | undefined };

/** A text on one line that ends in an ellipsis when it must; the whole shows on hover then. Any direction of writing. */
export function CutText({ children, className }: Props) {
  const [isCut, setCut] = useState(false);
  return (
    <Tooltip label={children} disabled={!isCut} multiline maw={360} className={classes.whole}>
      <span
        className={className ? `${classes.text} ${className}` : classes.text}
        dir="auto"
        onPointerEnter={(event) => {
          const { scrollWidth, clientWidth } = event.currentTarget;
          setCut(scrollWidth > clientWidth);
        }}
      >
        {children}
      </span>
    </Tooltip>
  );
}
