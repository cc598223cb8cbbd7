import { useEffect, useState } from 'react';
import { askWays } from '../../lib/ask-ways.ts';
import type { Role } from '../../lib/role.ts';
import { lazyExtra } from '../../ui/lazy-part.tsx';

const SignOnButton = lazyExtra(async () => (await import('./sign-on-button.tsx')).SignOnButton);

/**
 * The way to single sign-on on a sign-in page, where it is set up for this role. Its button is loaded then only. The sign-in pages have
 * no queries, which are large.
 */
export function SignOnWay({ as }: { as: Role }) {
  const [name, setName] = useState('');
  useEffect(() => {
    askWays().then(
      ({ singleSignOn }) => setName(singleSignOn?.as.includes(as) ? singleSignOn.name : ''),
      () => {},
    );
  }, [as]);
  return name && <SignOnButton as={as} name={name} />;
}
