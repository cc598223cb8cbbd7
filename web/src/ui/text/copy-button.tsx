import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './text.module.css';
import { copyWords, useCopy } from './use-copy.ts';

type Props = {
  /** The text to copy. */
  value: string;
  /** The button's name and hint: 'Copy App ID'. */
  label: string;
  size?: number;
  className?: string | undefined;
  tabIndex?: number;
};

/** A button that copies, and then says 'Copy Successfully' for 3 s, also to screen readers. */
export function CopyButton({ value, label, size = 28, className, tabIndex }: Props) {
  const { outcome, copy } = useCopy();
  const button = useRef<HTMLButtonElement>(null);
  const words = copyWords(outcome);
  const icon = Math.round(size * 0.57);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={size}
        tabIndex={tabIndex}
        aria-label={label}
        data-hint={words ? undefined : label}
        className={className ? `${classes.copyButton} ${className}` : classes.copyButton}
        data-outcome={outcome ?? undefined}
        onClick={() => copy(value)}
      >
        {outcome === 'copied' ? <IconCheck size={icon} /> : <IconCopy size={icon} />}
      </ActionIcon>
      {words && (
        <Tooltip
          target={button}
          label={words}
          opened
          // The tooltip stays below a dialog that opens within the 3 s.
          {...(!button.current?.closest('[role="dialog"]') && { zIndex: 'var(--z-floating)' })}
          {...(outcome === 'failed' && { color: 'red' })}
        />
      )}
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
    </>
  );
}
