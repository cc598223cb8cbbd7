import { z } from 'zod';
import { boundedFetch } from '../kit/outside/bounded-fetch.ts';
import type { SingleSignOnSettings } from '../settings.ts';
import { type Check, fine, inTimeWords, questionMs } from './check.ts';

const name = 'single sign-on';
const mostBytes = 1024 ** 2;

const described = z.object({ issuer: z.string(), authorization_endpoint: z.string() });

/** Checks that the provider of single sign-on answers, and that it is the one of the settings. */
export async function checkSignOn({ issuer }: SingleSignOnSettings): Promise<Check> {
  const warn = (what: string, todo: string): Check => ({
    name,
    state: 'warning',
    what,
    why: 'Nobody can sign in with single sign-on. Sessions that are open go on.',
    todo,
  });
  // OpenID Connect Discovery 1.0, section 4.
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  let why = 'its answer is no description of a provider';
  try {
    const answer = await boundedFetch(AbortSignal.timeout(questionMs), mostBytes)(url);
    if (answer.ok) {
      const found = described.safeParse(await answer.json());
      if (found.success && found.data.issuer === issuer) {
        return fine(name, `The provider ${issuer} (OIDC_ISSUER) answers`);
      }
      if (found.success) {
        return warn(
          `The provider at OIDC_ISSUER calls itself ${found.data.issuer.slice(0, 200)}, not ${issuer}`,
          'Set OIDC_ISSUER to what the provider writes, letter for letter, also with or without a slash at its end. With Microsoft, take the address of your tenant.',
        );
      }
    } else why = `it answers with status ${answer.status}`;
  } catch (error) {
    const { name: kind, message, cause } = error as Error & { cause?: Error };
    why =
      kind === 'TimeoutError' ? `it did not answer ${inTimeWords}` : (cause?.message ?? message);
  }
  return warn(
    `The provider ${issuer} (OIDC_ISSUER) cannot be used: ${why}`,
    'Correct OIDC_ISSUER, or look whether this machine reaches the provider.',
  );
}
