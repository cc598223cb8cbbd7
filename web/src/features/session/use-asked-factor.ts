import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { useState } from 'react';
import { askedFactorOf } from '../../lib/asked-factor.ts';

/** Keeps what the second step of a sign-in asks for, until somebody goes back to the password. */
export function useAskedFactor() {
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  return {
    asked,
    noteError: (error: unknown) => setAsked(askedFactorOf(error)),
    askPassword: () => setAsked(null),
  };
}
