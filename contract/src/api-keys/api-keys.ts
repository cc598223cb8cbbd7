import { z } from 'zod';
import type { Call } from '../call.ts';
import { success } from '../envelope.ts';
import { inPath, momentInBody, requiredText, time, trueOrFalse } from '../fields.ts';
import { limits } from '../limits.ts';
import { pageQuery, pageTotals, textFilter } from '../lists.ts';
import { requestBodies, responseBodies } from '../named.ts';
import { parameter } from '../parameters.ts';
import { keyScopes, personKinds } from '../people/people.ts';

/* API keys: with one, a program makes calls as a person, without a session (ADR 129). */

/** `on`: works. `ended`: its time is over. `off`: was turned off, as all are by the restore of a backup. */
export const apiKeyStates = ['on', 'ended', 'off'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

const { addresses: mostAddresses, days } = limits.apiKeys;

const scopesError = `Scopes must be some of: ${keyScopes.join(', ')}`;
const scopes = z
  .array(z.enum(keyScopes, scopesError), { error: 'Please Select Scopes' })
  .min(1, 'Please Select Scopes')
  .max(keyScopes.length, scopesError)
  .refine((list) => new Set(list).size === list.length, 'The same scope twice')
  .meta({ uniqueItems: true });

const isAddress = (text: string): boolean =>
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((schema) => schema.safeParse(text).success);
const address = requiredText('An address must not be empty', { label: 'Address', max: 50 }).refine(
  isAddress,
  'Addresses must be such as 192.0.2.7, 2001:db8::7 or 192.0.2.0/24',
);

/**
 * A new key. `endsAt`: `limits.apiKeys.days.default` days from now unless it is given, at most `max`. `addresses`: the only ones
 * from which the key works; from every one without them.
 */
export const newApiKey = z
  .object({
    name: requiredText('Please Enter Name', {
      label: 'Name',
      max: limits.text.keyName,
      name: true,
    }),
    scopes,
    endsAt: momentInBody('End'),
    addresses: z
      .array(address, 'Addresses must be a list')
      .max(mostAddresses, `At most ${mostAddresses} addresses`)
      .optional(),
  })
  .register(requestBodies, { id: 'NewApiKey' });
export type NewApiKey = z.infer<typeof newApiKey>;

/** An administrator turns a key on again, which the restore of a backup has turned off; or turns one off. */
export const apiKeyChanges = z
  .object({ enabled: trueOrFalse('Enabled') })
  .register(requestBodies, { id: 'ApiKeyChanges' });

/** A key without its text, which nobody can read again. `person`: whose it is, and as whom it acts. */
export const apiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    addresses: z.array(z.string()),
    state: z.enum(apiKeyStates),
    createdAt: time,
    endsAt: time,
    lastUsedAt: time.nullable(),
    person: z.object({
      kind: z.enum(personKinds),
      id: z.string(),
      name: z.string(),
      login: z.string(),
    }),
  })
  .register(responseBodies, { id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyAnswer = success(apiKey).register(responseBodies, { id: 'ApiKeyAnswer' });

/** `key` is the whole key. It is in this answer only, and not when the call is repeated with its `Idempotency-Key`. */
export const newApiKeyAnswer = success(apiKey)
  .extend({ key: z.string().optional() })
  .register(responseBodies, { id: 'NewApiKeyAnswer' });

/** The newest key comes first. */
export const apiKeyList = success(z.array(apiKey))
  .extend(pageTotals)
  .register(responseBodies, { id: 'ApiKeyList' });
export const apiKeyListQuery = z.strictObject({
  ...pageQuery,
  all: parameter(
    'The keys of everybody, for administrators; otherwise own ones',
    z.enum(['true'], 'all must be true').optional(),
  ),
  account: textFilter(
    'account',
    'Only keys of the person with this id, for administrators',
    limits.text.id,
  ),
  state: parameter(
    'Only keys in this state',
    z.enum(apiKeyStates, `state must be one of: ${apiKeyStates.join(', ')}`).optional(),
  ),
});
export type ApiKeyListQuery = z.infer<typeof apiKeyListQuery>;

export const endedApiKey = success(z.object({ id: z.string() })).register(responseBodies, {
  id: 'EndedApiKey',
});

const keyId = z.object({ id: inPath('an API key', 'API key') });

/** The calls about API keys. No key may make them. */
export const apiKeyCalls = {
  getApiKeys: {
    method: 'GET',
    path: '/apiKeys',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'List the API keys of the caller; administrators can list those of everybody',
    query: apiKeyListQuery,
    answer: apiKeyList,
  },
  addApiKey: {
    method: 'POST',
    path: '/apiKeys',
    who: 'signed-in',
    viewers: true,
    keys: false,
    asksAgain: 'recent',
    creates: true,
    summary: `Make an API key, which acts as the caller within its scopes; it ends after ${days.default} days unless the request says otherwise`,
    body: newApiKey,
    answer: newApiKeyAnswer,
  },
  updateApiKey: {
    method: 'PUT',
    path: '/apiKeys/:id',
    who: 'admin',
    viewers: false,
    keys: false,
    needs: 'manage-keys',
    summary:
      'Turn an API key on again, which the restore of a backup has turned off, or turn one off',
    params: keyId,
    body: apiKeyChanges,
    answer: apiKeyAnswer,
    refusals: ['not-found'],
  },
  endApiKey: {
    method: 'DELETE',
    path: '/apiKeys/:id',
    who: 'signed-in',
    viewers: true,
    keys: false,
    summary: 'End an API key at once; administrators can end those of everybody',
    params: keyId,
    answer: endedApiKey,
    refusals: ['not-found'],
  },
} as const satisfies Record<string, Call>;
