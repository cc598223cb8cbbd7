import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { CutText } from '../../../ui/text/cut-text.tsx';
import classes from './store-link.module.css';

type Props = { href: string; children: string };

/** A name that leads to its page in the store, in a new tab; the name alone when `href` is ''. */
export function StoreLink({ href, children }: Props) {
  if (href === '') return <CutText>{children}</CutText>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
      <CutText>{children}</CutText>
      <IconExternalLink size={13} className={classes.icon} aria-label="(opens the store)" />
    </Anchor>
  );
}
