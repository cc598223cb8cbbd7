import { VisuallyHidden } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './text.module.css';

type Props = {
  value: string;
  /** The name of the value: 'App ID'. It names the copy button, too. */
  label: string;
  /** The number of characters to keep at the start (`head`) and at the end (`tail`). */
  head?: number;
  tail?: number;
  copy?: boolean;
};

/** A long id, cut in the middle. The whole id is in its tooltip, for screen readers, and copied by its button. */
export function MiddleCut({ value, label, head = 5, tail = 4, copy = true }: Props) {
  const letters = [...value];
  const isCut = letters.length > head + tail + 1;
  const shown = isCut
    ? `${letters.slice(0, head).join('')}…${letters.slice(-tail).join('')}`
    : value;
  return (
    <span className={classes.middleCut}>
      <span className={classes.ends} translate="no" {...(isCut && { 'data-hint': value })}>
        <span aria-hidden={isCut}>{shown}</span>
        {isCut && <VisuallyHidden>{value}</VisuallyHidden>}
      </span>
      {copy && value !== '' && (
        <CopyButton value={value} label={`Copy ${label}`} size={24} className={classes.copy} />
      )}
    </span>
  );
}
