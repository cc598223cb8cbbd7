import { Anchor } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { Link } from 'react-router';

/** The apps among which a link leads to one: those of the list of findings. The form and the page go through them. */
export const ListedApps = createContext<readonly string[]>([]);

type Props = {
  to: string;
  among?: readonly string[];
  className?: string | undefined;
  children: ReactNode;
};

/** A link to the form or the page of an app, which has the apps of this list, or these, before and after it. */
export function MendLink({ to, among, className = '', children }: Props) {
  const listed = use(ListedApps);
  return (
    <Anchor
      component={Link}
      to={to}
      state={{ among: among ?? listed }}
      className={className}
      fz="inherit"
    >
      {children}
    </Anchor>
  );
}
