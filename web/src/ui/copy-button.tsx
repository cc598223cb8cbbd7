import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy-button.module.css';
import { copyWords, useCopy } from './use-copy.ts';

type Props = {
  /** What is copied. */
  value: string;
  /** The button's name and tooltip: 'Copy App ID'. */
  label: string;
  size?: number;
  className?: string | undefined;
};

/** An icon that copies and says 'Copy Successfully' for 3 s, to eyes and to screen readers. */
export function CopyButton({ value, label, size = 28, className }: Props) {
  const { outcome, copy } = useCopy();
  const words = copyWords(outcome);
  const icon = Math.round(size * 0.57);
  return (
    <>
      <Tooltip label={words || label} {...(words && { opened: true })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={size}
          aria-label={label}
          className={className ? `${classes.button} ${className}` : classes.button}
          data-outcome={outcome ?? undefined}
          onClick={() => copy(value)}
        >
          {outcome === 'copied' ? <IconCheck size={icon} /> : <IconCopy size={icon} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden aria-live="polite">{words}</VisuallyHidden>
    </>
  );
}
