import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../lib/role.ts';
import { waysQuery } from '../../lib/ways.ts';
import { lazyExtra } from '../../ui/lazy-part.tsx';

const SignOnButton = lazyExtra(async () => (await import('./sign-on-button.tsx')).SignOnButton);

/** The way to single sign-on on a sign-in page, where it is set up for this role. Its button is loaded then only. */
export function SignOnWay({ as }: { as: Role }) {
  const way = useQuery(waysQuery).data?.singleSignOn;
  return way?.as.includes(as) ? <SignOnButton as={as} name={way.name} /> : null;
}
