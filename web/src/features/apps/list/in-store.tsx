import { IconExternalLink } from '@tabler/icons-react';
import classes from './in-store.module.css';

/** A mark beside a name, which leads to the page of this name in the store, in a new tab (spec, section 2). */
export function InStore({ href, name }: { href: string; name: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={classes.mark}
      aria-label={`${name} in the store`}
      data-hint="Open in the store"
    >
      <IconExternalLink size={14} />
    </a>
  );
}
